/** Tables in the dialects of people: what they have, their text, their rows. */
export const CSV_CASES: readonly (readonly [
  dialect: string,
  text: string,
  rows: readonly (readonly string[])[],
])[] = [
  [
    'backslashes before quotes',
    'a,b\n"say \\"hi\\" now",1\n"\\"x\\"",2\n',
    [
      ['a', 'b'],
      ['say "hi" now', '1'],
      ['"x"', '2'],
    ],
  ],
  [
    'backslashes that are text',
    'a,b\n"C:\\dir\\",1\n',
    [
      ['a', 'b'],
      ['C:\\dir\\', '1'],
    ],
  ],
  [
    'single quotes',
    "'a','b'\n'O''Brien, Pat',2\n",
    [
      ['a', 'b'],
      ["O'Brien, Pat", '2'],
    ],
  ],
  [
    'apostrophes',
    "a,b\n'0123,D'Arcy\n",
    [
      ['a', 'b'],
      ["'0123", "D'Arcy"],
    ],
  ],
  [
    'remarks before the first record',
    '# made, by x\na,b\n# 1,2\n',
    [
      ['a', 'b'],
      ['# 1', '2'],
    ],
  ],
  [
    'remarks among records, where some were before them',
    '# made by x\na,b\n# more\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'quotes in a cell in quotes',
    'a;b\n"x, "y", z";1\n"p " q" ;2\n"5" pipe;"r"\n"6" pipe;s\n',
    [
      ['a', 'b'],
      ['x, "y", z', '1'],
      ['p " q', '2'],
      ['5 pipe', 'r'],
      ['6 pipe', 's'],
    ],
  ],
  [
    'backslashes and doubled quotes in one file',
    'a, b\n1, "x "" y"\n2, "x \\" y"\n',
    [
      ['a', ' b'],
      ['1', 'x " y'],
      ['2', 'x " y'],
    ],
  ],
  [
    'tables under one another',
    'Summary\nTitle\tBread, all\nStart\t1/5, 10 am\n\nPeople\nName\tJoined\tMail\nAnn\t1/5, 10 am\tx\nBob\t1/5, 11 am\ty\n',
    [
      ['Summary'],
      ['Title', 'Bread, all'],
      ['Start', '1/5, 10 am'],
      ['People'],
      ['Name', 'Joined', 'Mail'],
      ['Ann', '1/5, 10 am', 'x'],
      ['Bob', '1/5, 11 am', 'y'],
    ],
  ],
  [
    'more lines above than rows',
    '====\nSummary\n====\nRead: 3\nLost: 1\n----\nNo|Id|Error\n1|F8|none\n2|F9|lost, late\n',
    [
      ['===='],
      ['Summary'],
      ['===='],
      ['Read: 3'],
      ['Lost: 1'],
      ['----'],
      ['No', 'Id', 'Error'],
      ['1', 'F8', 'none'],
      ['2', 'F9', 'lost, late'],
    ],
  ],
  [
    'a column of numbers named #',
    '#,b\n1,2\n',
    [
      ['#', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'marks of the end',
    'a,b\n1,2\n\u001a\u0000',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'carets',
    'a^b\n1^2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'quotes within, by the cells of the row before',
    'a,b,c\n"x","the "Y", and z",1\n"5"",2,3\n"6","7","8"\n',
    [
      ['a', 'b', 'c'],
      ['x', 'the "Y", and z', '1'],
      ['5"', '2', '3'],
      ['6', '7', '8'],
    ],
  ],
  [
    'words in quotes',
    'a;b\nthe "X";1\n"Y" ltd;2\n"Z";3\n',
    [
      ['a', 'b'],
      ['the "X"', '1'],
      ['"Y" ltd', '2'],
      ['Z', '3'],
    ],
  ],
  [
    'a remark below the table',
    'a,b\n1,2\n# end\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['marks that are cells', 'a\nx\n# 5\n', [['a'], ['x'], ['# 5']]],
  [
    'lines above and below',
    'Title, of all\nx: 1, 2\n;a;b\nc, d;1;2\ne;3;4\n____\nAs of: 5\n',
    [
      ['Title, of all'],
      ['x: 1, 2'],
      ['', 'a', 'b'],
      ['c, d', '1', '2'],
      ['e', '3', '4'],
      ['____'],
      ['As of: 5'],
    ],
  ],
  [
    'lines drawn around',
    '+--+--+\n|a|b, c|\n+--+--+\n|1|2|\n|3|4|\n+--+--+\n2 rows\n',
    [
      ['+--+--+'],
      ['', 'a', 'b, c', ''],
      ['+--+--+'],
      ['', '1', '2', ''],
      ['', '3', '4', ''],
      ['+--+--+'],
      ['2 rows'],
    ],
  ],
  [
    'addresses of the web alone',
    'https://a.test/1,2;x\nhttps://b.test/3,4,5\nc.test:80/6,7\n',
    [['https://a.test/1,2;x'], ['https://b.test/3,4,5'], ['c.test:80/6,7']],
  ],
  [
    'colons between words',
    'root:x:0:/root:/bin/sh\nann:x:1:/home/ann:/bin/sh\n',
    [
      ['root', 'x', '0', '/root', '/bin/sh'],
      ['ann', 'x', '1', '/home/ann', '/bin/sh'],
    ],
  ],
  [
    'colons of identifiers',
    'arn:aws:iam:us:ann\narn:aws:iam:us:bob\n',
    [['arn:aws:iam:us:ann'], ['arn:aws:iam:us:bob']],
  ],
  [
    'a quote that is never closed before lines of as many cells',
    'a;b\n1;"x\n2;y\n3;"z"\n4;5\n',
    [
      ['a', 'b'],
      ['1', 'x'],
      ['2', 'y'],
      ['3', 'z'],
      ['4', '5'],
    ],
  ],
  ['decimal commas in one column', 'price\n1,50\n12,5\n', [['price'], ['1,50'], ['12,5']]],
  ['thousands in one column', 'n\n1,234,567\n12,000\n', [['n'], ['1,234,567'], ['12,000']]],
  [
    'numbers beside each other below one name',
    'phone\n2125550123,2125550199\n',
    [['phone'], ['2125550123', '2125550199']],
  ],
  [
    'a comma within the brackets of the only name',
    'Place (City, State)\nTroy, MI\nRome, NY\n',
    [['Place (City, State)'], ['Troy, MI'], ['Rome, NY']],
  ],
  ['a comma in few lines', 'ab\ncd\ne,f\ngh\n', [['ab'], ['cd'], ['e,f'], ['gh']]],
  ['a hint in capitals', 'SEP=~\na~b\n', [['a', 'b']]],
  [
    'records in quotes as a whole, quotes within doubled',
    '"id,""name"",phone"\n"1,""Lee, Ann"",212-555-0123"\n"2,Bob,212-555-0199"\n',
    [
      ['id', 'name', 'phone'],
      ['1', 'Lee, Ann', '212-555-0123'],
      ['2', 'Bob', '212-555-0199'],
    ],
  ],
  [
    'records in quotes as a whole, semicolons',
    '"email;phone"\r\n"ann@example.com;030 1234567"\r\n',
    [
      ['email', 'phone'],
      ['ann@example.com', '030 1234567'],
    ],
  ],
  [
    'records with quotes that a spreadsheet put in quotes as a whole',
    'Ann,Alfa,Lead | Tech\n"Bob,""Beta, Inc."",Head"\nCid,Gamma,Lead\n"Dan, ""Delta"", and more"\n',
    [
      ['Ann', 'Alfa', 'Lead | Tech'],
      ['Bob', 'Beta, Inc.', 'Head'],
      ['Cid', 'Gamma', 'Lead'],
      ['Dan, "Delta", and more'],
    ],
  ],
  ['names in quotes, last ones first', '"Lee, Ann"\n"Ray, Bob"\n', [['Lee, Ann'], ['Ray, Bob']]],
  [
    'addresses in quotes below a name',
    '"Street, city"\n"9 Elm Ave,Salem 97301"\n"12 Main St,Troy 48083"\n',
    [['Street, city'], ['9 Elm Ave,Salem 97301'], ['12 Main St,Troy 48083']],
  ],
  [
    'companies with their forms, no name above',
    'Acme, Inc.\nFoo, LLC\nBar Ltd\n',
    [['Acme, Inc.'], ['Foo, LLC'], ['Bar Ltd']],
  ],
  [
    'values behind blanks, one missing',
    'Ann, 212-555-0123\nBob\nCid, 212-555-0188\n',
    [['Ann', ' 212-555-0123'], ['Bob'], ['Cid', ' 212-555-0188']],
  ],
];
