import { describe, expect, it } from 'vitest';
import { nameWords, splitFullName } from '../../../src/domain/person/person-name.ts';

describe('a full name', () => {
  it.each([
    ['A. P. J. Abdul Kalam', 'Abdul', 'Kalam'],
    ['Josephine Clingan M.D.', 'Josephine', 'Clingan'],
    ['Kenneth Clarke Q.C., M.P.', 'Kenneth', 'Clarke'],
    ['John Smith Ph. D.', 'John', 'Smith'],
    ['Washington Jr. MD, Franklin', 'Franklin', 'Washington'],
    ['de la Vega, Juan Q., Jr.', 'Juan', 'de la Vega'],
    ['Dr. Juan Velasquez y Garcia III', 'Juan', 'Velasquez y Garcia'],
    ['Lt. Gen. John A. Kenneth Doe, Jr.', 'John', 'Doe'],
    ['Chief Judge J. Leon Holmes', 'Leon', 'Holmes'],
    ['Benjamin "Ben" Franklin', 'Benjamin', 'Franklin'],
    ['Pfr. Eva Kern', 'Eva', 'Kern'],
    ['Eng.ª Ana Sousa', 'Ana', 'Sousa'],
    ['M.ª Carmen Ruiz', 'M.ª', 'Ruiz'],
    ['Avv.ta Laura Bianchi', 'Laura', 'Bianchi'],
    ['Sig.na Elena Conti', 'Elena', 'Conti'],
    ['Professor Emeritus John R. Marsh', 'John', 'Marsh'],
    ['Prof. Dr. em. Hans Kern', 'Hans', 'Kern'],
    ['Professora Emérita Ana Souza', 'Ana', 'Souza'],
    ['Prof. Emerita López', 'Emerita', 'López'],
    ['Dra. Emerita López García', 'Emerita', 'López García'],
    ['Docteur Jean Morel', 'Jean', 'Morel'],
    ['prof. dr hab. inż. Jan Nowak', 'Jan', 'Nowak'],
    ['Hab Smith', 'Hab', 'Smith'],
    ['"Franců Novák", Jan', 'Jan', 'Franců Novák'],
    ["Miles D'Arcy (Ret.)", 'Miles', "D'Arcy"],
    ['Jack Ma', 'Jack', 'Ma'],
    ['Ma, Jack', 'Jack', 'Ma'],
    ['JAMES J MA', 'JAMES', 'MA'],
    ['Andrew Jones MA', 'Andrew', 'Jones'],
    ['Jason Senior', 'Jason', 'Senior'],
    ['Judge Reinhold', 'Judge', 'Reinhold'],
    ['Secretary of State Hillary Clinton', 'Hillary', 'Clinton'],
    ['Doe, Lt.Gov. John', 'John', 'Doe'],
    ['Officer Chris Horn', 'Chris', 'Horn'],
    ['Chris Horn CEng', 'Chris', 'Horn'],
    ['Chris Horn XIII', 'Chris', 'Horn'],
    ['Li Xi', 'Li', 'Xi'],
    ['Jane Mac Beth', 'Jane', 'Mac Beth'],
    ['Mac Miller', 'Mac', 'Miller'],
    ['Pennie von Bergen Wessels III', 'Pennie', 'von Bergen Wessels'],
    ['Van Jeremy Johnson', 'Van', 'Johnson'],
    ['María del Carmen García', 'María', 'García'],
    // Particles: lower case alone, Irish with their accents, the first of several.
    ['Sven op den Camp', 'Sven', 'op den Camp'],
    ["Gerard 't Hooft", 'Gerard', "'t Hooft"],
    ['David Ben Smith', 'David', 'Smith'],
    ['E. E. Cummings', 'E.', 'Cummings'],
    ['Eoin Ó Broin', 'Eoin', 'Ó Broin'],
    ['Mohammed bin Salman Al Saud', 'Mohammed', 'bin Salman Al Saud'],
    ['Karl Freiherr von Stein', 'Karl', 'von Stein'],
    // Titles with full stops, which are names without; what stands behind a name.
    ['Dr. rer. nat. Jürgen Weiß', 'Jürgen', 'Weiß'],
    ['Nat King Cole', 'Nat', 'Cole'],
    ['Phil Collins', 'Phil', 'Collins'],
    ['Jane Smith née Brown', 'Jane', 'Smith'],
    ['DON & Lisa Orr', 'DON', 'Orr'],
    ['ANN VALE and Bob Vale', 'ANN', 'VALE'],
    ['Ann Lee and Bob Poe', 'Ann', 'Lee'],
    ['Kovács Éva & Péter', 'Éva', 'Kovács'],
    ['Ann/Bob Lee', 'Ann', 'Lee'],
    ['Mr. & Mrs. Bob Lee', 'Bob', 'Lee'],
    ['Otto von und zu Holm', 'Otto', 'von und zu Holm'],
    ['Ann Lee, deceased', 'Ann', 'Lee'],
    ['D.R. Lee', 'D.R.', 'Lee'],
    ['Mr S Lee and Miss L Poe', 'S', 'Lee'],
    ['Ann Lee a/k/a Ada', 'Ann', 'Lee'],
    ['Ann Lee (Acme', 'Ann', 'Lee'],
    ['ann e. lee', 'ann', 'lee'],
    ['John Doe - CEO', 'John', 'Doe'],
    ['Alex Kim, she/her', 'Alex', 'Kim'],
    ['John Smith <john@example.com>', 'John', 'Smith'],
    // The family name first: by script, by capitals, by the name itself, by a patronymic.
    ['山田 太郎', '太郎', '山田'],
    ['王小明', '小明', '王'],
    ['김철수', '철수', '김'],
    ['DUPONT Jean-Pierre', 'Jean-Pierre', 'DUPONT'],
    ['Anne DE LA TOUR', 'Anne', 'DE LA TOUR'],
    ['Xi Jinping', 'Jinping', 'Xi'],
    ['Jin Sato', 'Jin', 'Sato'],
    ['Kim Jong-un', 'Jong-un', 'Kim'],
    ['Mary Day-lewis', 'Mary', 'Day-lewis'],
    ['Nguyen Thi Minh Khai', 'Khai', 'Nguyen'],
    ['Tran Smith', 'Tran', 'Smith'],
    ['Иванов Иван Иванович', 'Иван', 'Иванов'],
    ['Иван Иванович Иванов', 'Иван', 'Иванов'],
    ['Kovács Éva', 'Éva', 'Kovács'],
    ['Éva Kovács', 'Éva', 'Kovács'],
    ['Varró Zoltánné', 'Zoltánné', 'Varró'],
    ['Victor Laszlo', 'Victor', 'Laszlo'],
    ['George László', 'George', 'László'],
    ['Popescu-Dima Andreea', 'Andreea', 'Popescu-Dima'],
    ['Шевченко Тарас', 'Тарас', 'Шевченко'],
    ['Roman Polanski', 'Roman', 'Polanski'],
    ['Ludovic Martin', 'Ludovic', 'Martin'],
    ['CHAN Tai Man, Peter', 'Tai', 'CHAN'],
    ['SMITH Jr., John', 'John', 'SMITH'],
    // Particles behind a comma; titles and words of address of other scripts.
    ['Berg, J.A. van den', 'J.A.', 'van den Berg'],
    ['Smith, John e', 'John', 'Smith'],
    ['陳美玲女士', '美玲', '陳'],
    ['김서연 님', '서연', '김'],
    ['นายสมชาย ใจดี', 'สมชาย', 'ใจดี'],
    ['السيد محمود الحسيني', 'محمود', 'الحسيني'],
    ['עו"ד רונית בן-ארי', 'רונית', 'בן-ארי'],
    // Two family names of a Spanish name.
    ['Iker Goikoetxea Uriarte', 'Iker', 'Goikoetxea Uriarte'],
    ['Ana María Pérez López', 'Ana', 'Pérez López'],
    ['Jennifer Garcia Brown', 'Jennifer', 'Brown'],
  ])('%s is split', (full, first, last) => {
    expect(splitFullName(full)).toEqual({ first, last });
  });

  it.each(['', 'Madonna', 'Mr. Hearst', 'Mr. Hearst Jr.', ',', '(Bill)', 'M.D.', '田中'])(
    '%j has not both',
    (text) => expect(splitFullName(text)).toBeNull(),
  );

  it('is read in linear time', () => {
    const began = performance.now();
    for (const piece of ['(', '"a', ', ', ' de', ' Jr.', 'Ph. D ', 'Mr of '])
      splitFullName(piece.repeat(50_000));
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

it('words of a name end before dotted degrees', () => {
  expect(nameWords('Clingan M.D.')).toEqual(['clingan']);
  expect(nameWords("Dr. O'Brien-Smith, Ph.D.")).toEqual(['obrien', 'smith']);
});
