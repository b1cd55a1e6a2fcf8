// CSV files of people: their text and the intended cells. Labelled before the rules ran on them.

/** A file: name, text and rows; `as` is its encoding when it is not UTF-8. */
export interface CsvFile {
  name: string;
  text: string;
  rows: readonly (readonly string[])[];
  as?: 'utf-16le' | 'utf-16be' | 'windows-1252';
}

const file = (name: string, text: string, rows: CsvFile['rows'], as?: CsvFile['as']): CsvFile => ({
  name,
  text,
  rows,
  ...(as && { as }),
});

const split = (text: string, separator: string): string[][] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(separator));

/** Samples of CPython's test_csv.py (PSF) and CleverCSV's test_detect.py (MIT). */
const SNIFFERS: readonly CsvFile[] = [
  file(
    'CPython sample1',
    "Harry's, Arlington Heights, IL, 2/1/03, Kimi Hayes\nShark City, Glendale Heights, IL, 12/28/02, Prezence\nTommy's Place, Blue Island, IL, 12/28/02, Blue Sunday/White Crow\n",
    [
      ["Harry's", ' Arlington Heights', ' IL', ' 2/1/03', ' Kimi Hayes'],
      ['Shark City', ' Glendale Heights', ' IL', ' 12/28/02', ' Prezence'],
      ["Tommy's Place", ' Blue Island', ' IL', ' 12/28/02', ' Blue Sunday/White Crow'],
    ],
  ),
  file(
    'CPython sample2, colons and single quotes',
    "'Harry''s':'Arlington Heights':'IL':'2/1/03':'Kimi Hayes'\n'Shark City':'Glendale Heights':'IL':'12/28/02':'Prezence'\n",
    [
      ["Harry's", 'Arlington Heights', 'IL', '2/1/03', 'Kimi Hayes'],
      ['Shark City', 'Glendale Heights', 'IL', '12/28/02', 'Prezence'],
    ],
  ),
  file(
    'CPython header1 and sample1',
    '"venue","city","state","date","performers"\nHarry\'s, Arlington Heights, IL, 2/1/03, Kimi Hayes\nShark City, Glendale Heights, IL, 12/28/02, Prezence\n',
    [
      ['venue', 'city', 'state', 'date', 'performers'],
      ["Harry's", ' Arlington Heights', ' IL', ' 2/1/03', ' Kimi Hayes'],
      ['Shark City', ' Glendale Heights', ' IL', ' 12/28/02', ' Prezence'],
    ],
  ),
  file(
    'CPython sample4',
    '2147483648;43.0e12;17;abc;def\n147483648;43.0e2;17;abc;def\n47483648;43.0;170;abc;def\n',
    split(
      '2147483648;43.0e12;17;abc;def\n147483648;43.0e2;17;abc;def\n47483648;43.0;170;abc;def',
      ';',
    ),
  ),
  file('CPython sample5', 'aaa\tbbb\r\nAAA\t\r\nBBB\t\r\n', [
    ['aaa', 'bbb'],
    ['AAA', ''],
    ['BBB', ''],
  ]),
  file('CPython sample6', 'a|b|c\r\nd|e|f\r\n', [
    ['a', 'b', 'c'],
    ['d', 'e', 'f'],
  ]),
  file('CPython sample7', "'a'|'b'|'c'\r\n'd'|e|f\r\n", [
    ['a', 'b', 'c'],
    ['d', 'e', 'f'],
  ]),
];

/** Written for this sample. */
const WRITTEN: readonly CsvFile[] = [
  file(
    'plain',
    'name,phone\nAnn,+12125550123\nBob,+12125550199\n',
    split('name,phone\nAnn,+12125550123\nBob,+12125550199', ','),
  ),
  file('no final line break', 'name,phone\nAnn,1\nBob,2', split('name,phone\nAnn,1\nBob,2', ',')),
  file(
    'carriage returns alone',
    'name,phone\rAnn,1\rBob,2\r',
    split('name,phone\nAnn,1\nBob,2', ','),
  ),
  file('mixed line ends', 'a,b\r\n1,2\n3,4\r5,6', split('a,b\n1,2\n3,4\n5,6', ',')),
  file('byte order mark', '\ufeffname,phone\nAnn,1\n', split('name,phone\nAnn,1', ',')),
  file(
    'byte order mark before a quote',
    '\ufeff"name","phone"\r\n"Ann","1"\r\n',
    split('name,phone\nAnn,1', ','),
  ),
  file('byte order mark before a hint', '\ufeffsep=;\r\nname;phone\r\nAnn;1,5\r\n', [
    ['name', 'phone'],
    ['Ann', '1,5'],
  ]),
  file('hint of a semicolon', 'sep=;\nname;phone\nAnn;1\n', split('name;phone\nAnn;1', ';')),
  file('hint in capitals', 'SEP=,\nname,phone\nAnn,1\n', split('name,phone\nAnn,1', ',')),
  file('hint in quotes', '"sep=;"\r\nname;phone\r\nAnn;1\r\n', split('name;phone\nAnn;1', ';')),
  file('hint of a caret', 'sep=^\nname^phone\nAnn^1\n', split('name^phone\nAnn^1', '^')),
  file('hint with a blank behind', 'sep=; \nname;phone\nAnn;1\n', split('name;phone\nAnn;1', ';')),
  file(
    'semicolons with decimal commas',
    'id;price;city\n1;3,50;Rom\n2;4,25;Bonn\n3;1,00;Wien\n',
    split('id;price;city\n1;3,50;Rom\n2;4,25;Bonn\n3;1,00;Wien', ';'),
  ),
  file(
    'tabs with commas',
    'name\taddress\nAnn\t1 Elm St, Troy, MI\nBob\t2 Oak St, Troy, MI\n',
    split('name\taddress\nAnn\t1 Elm St, Troy, MI\nBob\t2 Oak St, Troy, MI', '\t'),
  ),
  file('commas in quotes, semicolons outside', 'name;note\nAnn;"a, b, c"\nBob;"d, e, f"\n', [
    ['name', 'note'],
    ['Ann', 'a, b, c'],
    ['Bob', 'd, e, f'],
  ]),
  file(
    'pipes with commas',
    'id|name\n1|Doe, Jane\n2|Roe, Rick\n',
    split('id|name\n1|Doe, Jane\n2|Roe, Rick', '|'),
  ),
  file('line break in quotes', 'name,address\n"Ann","1 Elm St\nTroy"\nBob,x\n', [
    ['name', 'address'],
    ['Ann', '1 Elm St\nTroy'],
    ['Bob', 'x'],
  ]),
  file('line break and separator in quotes', 'a;b\r\n"x;\r\ny";2\r\n', [
    ['a', 'b'],
    ['x;\r\ny', '2'],
  ]),
  file('doubled quotes', 'a,b\n"He said ""hi""",1\n', [
    ['a', 'b'],
    ['He said "hi"', '1'],
  ]),
  file('a quote within a bare cell', 'size,name\n5" pipe,Ann\n6" pipe,Bob\n', [
    ['size', 'name'],
    ['5" pipe', 'Ann'],
    ['6" pipe', 'Bob'],
  ]),
  file('backslash before a quote', 'a,b\n"He said \\"hi\\"",1\n"x",2\n', [
    ['a', 'b'],
    ['He said "hi"', '1'],
    ['x', '2'],
  ]),
  file('backslashes that are text', 'path,n\n"C:\\dir\\",1\n"D:\\",2\n', [
    ['path', 'n'],
    ['C:\\dir\\', '1'],
    ['D:\\', '2'],
  ]),
  file('single quotes around every cell', "'name','phone'\n'Ann','1'\n'O''Brien, Pat','2'\n", [
    ['name', 'phone'],
    ['Ann', '1'],
    ["O'Brien, Pat", '2'],
  ]),
  file('an apostrophe in front of a number', "name,phone\nAnn,'0123\nBob,'0456\n", [
    ['name', 'phone'],
    ['Ann', "'0123"],
    ['Bob', "'0456"],
  ]),
  file(
    'apostrophes within names',
    "name,phone\nO'Brien,1\nD'Arcy,2\n",
    split("name,phone\nO'Brien,1\nD'Arcy,2", ','),
  ),
  file('blanks before quotes', 'a, b, c\n"1", "2, 3", "4"\n', [
    ['a', ' b', ' c'],
    ['1', '2, 3', '4'],
  ]),
  file('blanks behind quotes', 'a,b\n"1" ,"2" \n"3" ,"4" \n', [
    ['a', 'b'],
    ['1', '2'],
    ['3', '4'],
  ]),
  file('empty cells', 'a,b,c\n1,,3\n,,\n4,5,\n', [
    ['a', 'b', 'c'],
    ['1', '', '3'],
    ['', '', ''],
    ['4', '5', ''],
  ]),
  file('empty quoted cells', 'a,b\n"",1\n2,""\n', [
    ['a', 'b'],
    ['', '1'],
    ['2', ''],
  ]),
  file('separator at every end', 'a,b,\n1,2,\n3,4,\n', [
    ['a', 'b', ''],
    ['1', '2', ''],
    ['3', '4', ''],
  ]),
  file('ragged rows', 'a,b,c\n1,2\n3,4,5\n6,7,8\n', [
    ['a', 'b', 'c'],
    ['1', '2'],
    ['3', '4', '5'],
    ['6', '7', '8'],
  ]),
  file('too long a row', 'a,b\n1,2\n3,4,5\n6,7\n', [
    ['a', 'b'],
    ['1', '2'],
    ['3', '4', '5'],
    ['6', '7'],
  ]),
  file('blank lines between', 'a,b\n\n1,2\n\n\n3,4\n', [
    ['a', 'b'],
    ['1', '2'],
    ['3', '4'],
  ]),
  file('a comment before the header', '# exported 2026-01-05\nname,phone\nAnn,1\nBob,2\n', [
    ['name', 'phone'],
    ['Ann', '1'],
    ['Bob', '2'],
  ]),
  file(
    'comments with separators',
    '# Report, generated by Tool, v1.2\n# Filter: none\nname;phone;city\nAnn;1;Rom\nBob;2;Bonn\nCid;3;Wien\n',
    split('name;phone;city\nAnn;1;Rom\nBob;2;Bonn\nCid;3;Wien', ';'),
  ),
  file(
    'a title before the header',
    'Customer list\n\nname,phone,city\nAnn,1,Rom\nBob,2,Bonn\nCid,3,Wien\n',
    [
      ['Customer list'],
      ['name', 'phone', 'city'],
      ['Ann', '1', 'Rom'],
      ['Bob', '2', 'Bonn'],
      ['Cid', '3', 'Wien'],
    ],
  ),
  file('one column', 'phone\n+12125550123\n+12125550199\n', [
    ['phone'],
    ['+12125550123'],
    ['+12125550199'],
  ]),
  file('one column without a header', '+1 (212) 555-0123\n+1 (212) 555-0199\n', [
    ['+1 (212) 555-0123'],
    ['+1 (212) 555-0199'],
  ]),
  file('one column of names with a comma', 'Doe, Jane\nRoe, Rick\n', [
    ['Doe', ' Jane'],
    ['Roe', ' Rick'],
  ]),
  file('one column of addresses of mail', 'email\nann@example.com\nbob@example.com\n', [
    ['email'],
    ['ann@example.com'],
    ['bob@example.com'],
  ]),
  file('one row', 'Ann,+12125550123,Rom\n', [['Ann', '+12125550123', 'Rom']]),
  file('header alone', 'name,phone\n', [['name', 'phone']]),
  file('one row of semicolons', 'Ann;+49 30 1234;Bonn', [['Ann', '+49 30 1234', 'Bonn']]),
  file(
    'two columns, one comma in each',
    'name;comment\nAnn;good, fast\nBob;slow, late\nCid;fine, thanks\n',
    split('name;comment\nAnn;good, fast\nBob;slow, late\nCid;fine, thanks', ';'),
  ),
  file(
    'times with colons',
    'name,time\nAnn,10:30\nBob,11:45\n',
    split('name,time\nAnn,10:30\nBob,11:45', ','),
  ),
  file(
    'addresses of the web',
    'id,url\n1,https://a.example/x;y=1|2\n2,https://b.example/z;y=3|4\n',
    split('id,url\n1,https://a.example/x;y=1|2\n2,https://b.example/z;y=3|4', ','),
  ),
  file('JSON in quotes', 'id,data\n1,"{""a"":1,""b"":[1,2]}"\n2,"{""a"":2}"\n', [
    ['id', 'data'],
    ['1', '{"a":1,"b":[1,2]}'],
    ['2', '{"a":2}'],
  ]),
  file('tabs around blanks', 'a \t b\n1 \t 2\n3 \t 4\n', [
    ['a ', ' b'],
    ['1 ', ' 2'],
    ['3 ', ' 4'],
  ]),
  file(
    'UTF-16 of a spreadsheet',
    '\ufeffname\tcity\r\nJörg\tKöln\r\nAñá\tLeón\r\n',
    [
      ['name', 'city'],
      ['Jörg', 'Köln'],
      ['Añá', 'León'],
    ],
    'utf-16le',
  ),
  file(
    'UTF-16, big end first, no mark',
    'name,city\r\nAnn,Rome\r\nBob,Bonn\r\n',
    split('name,city\nAnn,Rome\nBob,Bonn', ','),
    'utf-16be',
  ),
  file(
    'UTF-16 in Chinese',
    '\ufeff姓名\t城市\r\n王小明\t上海\r\n李雷\t北京\r\n',
    [
      ['姓名', '城市'],
      ['王小明', '上海'],
      ['李雷', '北京'],
    ],
    'utf-16le',
  ),
  file(
    'windows-1252',
    'name;city\nJörg;Köln\nAña;León\n',
    split('name;city\nJörg;Köln\nAña;León', ';'),
    'windows-1252',
  ),
  file(
    'windows-1252 with typographic signs',
    'name;note\nAnn;“fine” – €5\nBob;it’s\n',
    split('name;note\nAnn;“fine” – €5\nBob;it’s', ';'),
    'windows-1252',
  ),
  file(
    'full-width commas are text',
    '名,住所\n田中,東京，港区\n佐藤,大阪，北区\n',
    split('名,住所\n田中,東京，港区\n佐藤,大阪，北区', ','),
  ),
  file('end of file mark of DOS', 'a,b\r\n1,2\r\n\u001a', [
    ['a', 'b'],
    ['1', '2'],
  ]),
  file('zero bytes at the end', 'a,b\n1,2\n\u0000\u0000', [
    ['a', 'b'],
    ['1', '2'],
  ]),
  file('a quote that is never closed', 'a,b\n"1,2\n3,4\n', [['a', 'b'], ['1,2\n3,4\n']]),
  file(
    'quotes around whole rows',
    '"name,phone"\n"Ann,1"\n"Bob,2"\n',
    split('name,phone\nAnn,1\nBob,2', ','),
  ),
  file('unusual line separators are text', 'a,b\nx\u2028y,1\nz,2\n', [
    ['a', 'b'],
    ['x\u2028y', '1'],
    ['z', '2'],
  ]),
  file('vertical tabs are text', 'a,b\nx\u000by,1\n', [
    ['a', 'b'],
    ['x\u000by', '1'],
  ]),
  file('header of one line, long text behind', `id,text\n1,"${'word, '.repeat(40)}"\n2,"short"\n`, [
    ['id', 'text'],
    ['1', 'word, '.repeat(40)],
    ['2', 'short'],
  ]),
  file(
    'semicolons in one column of commas',
    'id,tags,city\n1,a;b;c,Rom\n2,d;e;f,Bonn\n3,g;h;i,Wien\n',
    split('id,tags,city\n1,a;b;c,Rom\n2,d;e;f,Bonn\n3,g;h;i,Wien', ','),
  ),
  file(
    'semicolons in the last column, ragged',
    'id,tags\n1,a;b;c\n2,d\n3,e;f\n',
    split('id,tags\n1,a;b;c\n2,d\n3,e;f', ','),
  ),
  file(
    'pipes in one column of tabs',
    'id\ttags\n1\ta|b\n2\tc|d\n',
    split('id\ttags\n1\ta|b\n2\tc|d', '\t'),
  ),
  file('dates with commas in quotes, tabs', '"date"\t"n"\n"Jan 5, 2026"\t1\n"Feb 6, 2026"\t2\n', [
    ['date', 'n'],
    ['Jan 5, 2026', '1'],
    ['Feb 6, 2026', '2'],
  ]),
  file('numbers with thousands in quotes', 'city,people\nRom,"2,873,000"\nBonn,"330,000"\n', [
    ['city', 'people'],
    ['Rom', '2,873,000'],
    ['Bonn', '330,000'],
  ]),
  file('totals at the end', 'name;n\nAnn;1\nBob;2\n\nTotal: 2 rows\n', [
    ['name', 'n'],
    ['Ann', '1'],
    ['Bob', '2'],
    ['Total: 2 rows'],
  ]),
  file(
    'colons',
    'root:0:/root\nann:1000:/home/ann\nbob:1001:/home/bob\n',
    split('root:0:/root\nann:1000:/home/ann\nbob:1001:/home/bob', ':'),
  ),
  file(
    'carets',
    'name^phone^city\nAnn^1^Rom\nBob^2^Bonn\n',
    split('name^phone^city\nAnn^1^Rom\nBob^2^Bonn', '^'),
  ),
  file(
    'tildes',
    'name~phone~city\nAnn~1~Rom\nBob~2~Bonn\n',
    split('name~phone~city\nAnn~1~Rom\nBob~2~Bonn', '~'),
  ),
  file(
    'unit separators',
    'name\u001fphone\nAnn\u001f1\nBob\u001f2\n',
    split('name\u001fphone\nAnn\u001f1\nBob\u001f2', '\u001f'),
  ),
];

export const CSV_FILES: readonly CsvFile[] = [...SNIFFERS, ...WRITTEN];
