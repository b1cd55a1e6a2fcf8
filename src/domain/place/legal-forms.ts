// Legal forms of companies as they are folded: ISO 20275, abbreviations and names, of the
// jurisdictions whose companies are met; single letters are written together (S.A. de C.V. is
// `sa de cv`). A form that is an everyday word, such as the Norwegian DA, is not among them.

const forms = (text: string): readonly string[] =>
  text
    .split(/[|\n]/)
    .map((form) => form.trim())
    .filter(Boolean);

/** Forms of scripts without spaces, before or behind the name. */
const UNSPACED = [
  ...[
    '股份有限公司',
    '有限责任公司',
    '有限責任公司',
    '有限公司',
    '株式会社',
    '株式會社',
    '有限会社',
  ],
  ...['合同会社', '合名会社', '合資会社', '주식회사', '유한회사', '合伙企业', '公司'],
].map((form) => form.normalize('NFKD'));

/** At the end of a name. */
const ENDINGS = new Set([
  ...UNSPACED,
  // One word each.
  ...`
inc incorporated corp corporation co company cos llc llp lllp lp gp pllc plc pc pa apc ltd limited
na unlimited unltd ultd ulc uc cic cio clg dac teo teoranta cpt incorporee ltee limitee sencrl
senc scp pty proprietary nl pte pvt private opc bhd berhad sdn tbk persero pcl fze fzc fzco fzllc
dmcc wll psc pjsc jsc ojsc cjsc qsc qpsc ksc kscc kscp bsc saog saoc sal sae lle llsc gmbh mbh
ggmbh gesmbh ag kg kgaa ug ohg og gbr gesbr gnbr partg partgmbb partmbb ev eg egen ek ekfm ekfr ek
eu ewiv se sce stg vvag kor kdor sa sas sasu sarl eurl earl sci scop sca scs snc gie selarl selas
selafa selasu scm scpi sicav sicaf fcp scic sem sep saem spl sarlau sasl scrl scrlfs sprl sprlu
spa srl srls sapa scarl scpa sagl ss ebvba scri sgr sd stg ilp bv nv bvba vof cv cvba cvoa vzw
asbl ivzw aisbl esv commv commva comm coop ua ba gcv snca sl slu sll slne slp sau sad sal sccl
scoop scl sc srlcv aie ute sociedad lda ltda limitada unipessoal eireli eirl epp crl sgps ace
cooplda sab sapi sofom scrl spr saca saci sacif saic saa sac cia cxa ca ab publ hb kb ek aps as
asa ivs amba fmba smba smp ans da sf nuf iks rhf kf stiftelse oy oyj ab ay ky tmi osk oyab ehf hf
ohf ses slf svf doo dooel dd jdoo dno kd kda jtd ad ead ood eood adsitz et sp szr obrt zadruga sro
as vos ks spol os zs ops sra nadacia prl kft zrt nyrt rt bt kkt kht ec kft szov spzoo spk spj ska
spp psa sc spolka ooo zao oao pao ao too nao ano fgup mup tov at pat prat vat zat tdv pp fop dp kt
ooo ip chp sia uab mb ij vsi ou fie tu tulundusuhistu ik ps sarls scoop αε εε οε επε ικε ae ee oe
epe ike mepe ovee ame asti sti koop ltdsti shpk sha shk kk gk yk goshi gomei tk bm vbm bk mchj qmj
yoaj oaj aj xk xt xxk tapui gte psu pse gesellschaft aktiengesellschaft kommanditgesellschaft
aktiebolag aktiebolaget aksjeselskap aktieselskab anpartsselskab allmennaksjeselskap osakeyhtio
limitada stichting akciju sabiedriba аат таа пуп адсиц кд кда сд ооо зао оао пао ао нао ип ано тоо
тов ат пат прат пп фоп зат ват оод еоод ад еад ет доо ае`
    .trim()
    .split(/\s+/),
  ...forms(`
limited liability company | limited liability partnership | limited partnership
public limited company | private limited company | public company limited | company limited
proprietary limited | private limited | designated activity company | unlimited company
joint stock company | public joint stock company | open joint stock company
professional corporation | professional limited liability company | professional association
national association | community interest company | one person company | sole proprietorship
gesellschaft mit beschrankter haftung | mit beschrankter haftung | haftungsbeschrankt
ug haftungsbeschrankt | offene handelsgesellschaft | eingetragener verein
eingetragene genossenschaft | kommanditgesellschaft auf aktien | gesellschaft burgerlichen rechts
eingetragener kaufmann | societas europaea | europaische gesellschaft | societe anonyme
societe par actions simplifiee | societe a responsabilite limitee
societe par actions simplifiee unipersonnelle | societe civile immobiliere
societe en nom collectif | societe en commandite | societe cooperative | entreprise individuelle
societa per azioni | societa a responsabilita limitata | societa in nome collettivo
societa in accomandita semplice | societa cooperativa | soc coop | soc coop arl | a rl | rl
sociedad anonima | sociedad limitada | sociedad de responsabilidad limitada
sociedad anonima de capital | sociedad anonima de capital variable
sociedad por acciones simplificada | sociedad colectiva
sociedad de responsabilidad limitada de capital variable | sociedad civil | sa de cv | sab de cv
sapi de cv | s de rl de cv | s de rl | sc de rl | sc de rl de cv | s en c | s en c por a | s en nc
sa de cv sofom enr | sa de cv sofom er | sapi de cv sofom enr | de cv | s de rl de cv mi | c por a
et cie | et compagnie | and cie
compania anonima | empresa individual de responsabilidad limitada | sociedade anonima
sociedade limitada | sociedade unipessoal | unipessoal lda | soc unipessoal lda
naamloze vennootschap | besloten vennootschap
besloten vennootschap met beperkte aansprakelijkheid | vennootschap onder firma
commanditaire vennootschap | comm v | comm va | ste | s a rl | sa rl
spolka z ograniczona odpowiedzialnoscia | spolka akcyjna | sp zoo | sp z oo | spolka zoo | sp k
sp j | sp p | spolka komandytowa | spolka jawna | prosta spolka akcyjna | spolka cywilna
sp zoo sp k | spol s ro | s ro | akc spol | kom spol | a spol | verejna obchodni spolecnost
ver obch spol | drustvo s ogranicenom odgovornoscu | dionicko drustvo | doo el
korlatolt felelossegu tarsasag | zartkoruen mukodo reszvenytarsasag | beteti tarsasag
nyilvanosan mukodo reszvenytarsasag | t mi | as oy | oy ab | ab publ | sdn bhd | sendirian berhad
pte ltd | pty ltd | pvt ltd | ltd sti | limited sirketi | anonim sirketi | kabushiki kaisha
godo kaisha | yugen kaisha | tov ua | s coop | soc col | partg mbb | sarl au | sh pk | sh a
fz llc`),
]);

/** Before a name, where they are as usual as behind it. */
const BEGINNINGS = new Set([
  ...UNSPACED,
  ...'ooo oao zao pao too pjsc ojsc cjsc uab sia kk gk yk pt sarl eurl sasu sci'.split(' '),
  ...'ооо зао оао пао ао тоо тов пат прат фоп ип ад'.split(' '),
  ...forms('aktiebolaget | kabushiki kaisha | godo kaisha | societe anonyme | stichting'),
]);

const MAX_FORM_WORDS = 8;

/**
 * How many words are a legal form: the longest there is, 0 for none.
 * @param words those at one end of the name, one more than a form may have at most
 */
function formLength(words: readonly string[], known: ReadonlySet<string>, atEnd: boolean): number {
  for (let count = words.length - 1; count > 0; count--) {
    const part = atEnd ? words.slice(-count) : words.slice(0, count);
    if (known.has(part.join(' '))) return count;
  }
  return 0;
}

/** One word without a form of a script that writes no spaces; a word of nothing else stays. */
function withoutUnspacedForm(word: string): string {
  if (UNSPACED.includes(word)) return word;
  for (const form of UNSPACED) {
    if (word.endsWith(form)) return word.slice(0, -form.length);
    if (word.startsWith(form)) return word.slice(form.length);
  }
  return word;
}

/**
 * A name in folded words without its legal forms: at its end one after the other (`GmbH & Co. KG`),
 * at its beginning one. One word is always left.
 */
export function withoutLegalForms(name: readonly string[]): readonly string[] {
  let end = name.length;
  while (end > 1) {
    const last = name.slice(Math.max(0, end - 1 - MAX_FORM_WORDS), end);
    const count = last.at(-1) === 'and' ? 1 : formLength(last, ENDINGS, true);
    if (count === 0) break;
    end -= count;
  }
  const begin = formLength(name.slice(0, Math.min(end, 1 + MAX_FORM_WORDS)), BEGINNINGS, false);
  const words = name.slice(begin, end);
  return words.length === 1 ? [withoutUnspacedForm(words[0] as string)] : words;
}
