import { expect, it } from 'vitest';
import { hasSpeech, languageCode } from '../../src/domain/social/transcript.ts';

/** The languages of Whisper (openai/whisper, MIT licence), by its own names and codes. */
const WHISPER =
  'en english,zh chinese,de german,es spanish,ru russian,ko korean,fr french,ja japanese,pt portuguese,tr turkish,pl polish,ca catalan,nl dutch,ar arabic,sv swedish,it italian,id indonesian,hi hindi,fi finnish,vi vietnamese,he hebrew,uk ukrainian,el greek,ms malay,cs czech,ro romanian,da danish,hu hungarian,ta tamil,no norwegian,th thai,ur urdu,hr croatian,bg bulgarian,lt lithuanian,la latin,mi maori,ml malayalam,cy welsh,sk slovak,te telugu,fa persian,lv latvian,bn bengali,sr serbian,az azerbaijani,sl slovenian,kn kannada,et estonian,mk macedonian,br breton,eu basque,is icelandic,hy armenian,ne nepali,mn mongolian,bs bosnian,kk kazakh,sq albanian,sw swahili,gl galician,mr marathi,pa punjabi,si sinhala,km khmer,sn shona,yo yoruba,so somali,af afrikaans,oc occitan,ka georgian,be belarusian,tg tajik,sd sindhi,gu gujarati,am amharic,yi yiddish,lo lao,uz uzbek,fo faroese,ht haitian creole,ps pashto,tk turkmen,nn nynorsk,mt maltese,sa sanskrit,lb luxembourgish,my myanmar,bo tibetan,tl tagalog,mg malagasy,as assamese,tt tatar,haw hawaiian,ln lingala,ha hausa,ba bashkir,jw javanese,su sundanese,yue cantonese';

it('has one code for a language, by its name and by its code, of every language of Whisper', () => {
  const pairs = WHISPER.split(',').map((pair) => /^(\S+) (.+)$/.exec(pair)!.slice(1) as string[]);
  expect(pairs).toHaveLength(100);
  const found = pairs.map(([code, name]) => [name, languageCode(name!), languageCode(code!)]);
  expect(found.filter(([, byName, byCode]) => byName === null || byName !== byCode)).toEqual([]);
});

it.each([
  ['English', 'en'],
  ['english', 'en'],
  ['English (auto-generated)', 'en'],
  ['English (United States)', 'en'],
  ['en', 'en'],
  ['en-US', 'en'],
  ['EN_gb', 'en'],
  ['eng', 'en'],
  ['Spanish; Castilian', 'es'],
  ['pt-BR', 'pt'],
  ['zh-Hant-TW', 'zh'],
  ['haw', 'haw'],
  [null, null],
  ['', null],
  ['unknown', null],
  ['constructor', null],
  ['e', null],
])('of %j is %j', (named, code) => {
  expect(languageCode(named)).toBe(code);
});

it.each([
  ['Good morning.', true],
  ['[Music] la la', true],
  ['早上好', true],
  ['', false],
  ['.', false],
  ['♪♪♪', false],
  ['[Music]', false],
  [' [BLANK_AUDIO] ', false],
  ['(applause) ... [Music]', false],
  ['（拍手）【音楽】', false],
])('of %j, whether anything is said, is %j', (text, said) => {
  expect(hasSpeech(text)).toBe(said);
});
