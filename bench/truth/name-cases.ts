/** A full name, and its first and last name as another library's suite has them. */
export type NameCase = readonly [full: string, first: string, last: string];

const cases = (text: string): NameCase[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|') as unknown as NameCase);

/** The suite of theiconic/iliaal nameparser (MIT), beginnings: the rules were made with it. */
export const NAMES_SEEN = cases(`
James Norrington|James|Norrington
Hans Christian Anderssen|Hans|Anderssen
Mr Anthony R Von Fange III|Anthony|Von Fange
J. B. Hunt|J.|Hunt
Edward Senior III|Edward|Senior
Edward Dale Senior II|Edward|Dale
Dale Edward Jones Senior|Dale|Jones
Jason Rodriguez Sr.|Jason|Rodriguez
Jason Senior|Jason|Senior
Bill Junior|Bill|Junior
James van Allen|James|van Allen
Jimmy (Bubba) Smith|Jimmy|Smith
Rev. Dr John Doe|John|Doe
Dhr. Jan de Vries|Jan|de Vries
Smarty Pants Phd|Smarty|Pants
M. Peter Williams|Peter|Williams
M. P. Williams|M.|Williams
The Rev. Mark Williams|Mark|Williams
Mrs. Brown, Amanda|Amanda|Brown
Van Truong|Van|Truong
John Van|John|Van
Mr. Van Truong|Van|Truong
Anthony Von Fange III, PHD|Anthony|Von Fange
Jonathan Smith, MD|Jonathan|Smith
Williams, Hank, Jr.|Hank|Williams
Sir James Reynolds, Junior|James|Reynolds
JAMES J MA|JAMES|MA
Miller, Walter M., Jr.|Walter|Miller`);

/** The suite of HumanNameParser (MIT), with its port to Java: read after the rules were made. */
export const NAMES_HELD_OUT = cases(`
Björn O'Malley|Björn|O'Malley
Bin Lin|Bin|Lin
Linda Jones|Linda|Jones
Jason H. Priem|Jason|Priem
Björn O'Malley-Muñoz|Björn|O'Malley-Muñoz
Björn C. O'Malley|Björn|O'Malley
Björn "Bill" O'Malley|Björn|O'Malley
Björn ("Bill") O'Malley|Björn|O'Malley
Björn ("Wild Bill") O'Malley|Björn|O'Malley
Björn (Bill) O'Malley|Björn|O'Malley
Björn 'Bill' O'Malley|Björn|O'Malley
Björn C O'Malley|Björn|O'Malley
Björn C. R. O'Malley|Björn|O'Malley
Björn Charles O'Malley|Björn|O'Malley
Björn Charles R. O'Malley|Björn|O'Malley
Björn van O'Malley|Björn|van O'Malley
Björn Charles van der O'Malley|Björn|van der O'Malley
Björn Charles O'Malley y Muñoz|Björn|O'Malley y Muñoz
Björn O'Malley, Jr.|Björn|O'Malley
Björn O'Malley Jr|Björn|O'Malley
B O'Malley|B|O'Malley
William Carlos Williams|William|Williams
C. Björn Roger O'Malley|Björn|O'Malley
B. C. O'Malley|B.|O'Malley
B C O'Malley|B|O'Malley
B.J. Thomas|B.J.|Thomas
O'Malley, Björn|Björn|O'Malley
O'Malley, Björn Jr|Björn|O'Malley
O'Malley, C. Björn|Björn|O'Malley
O'Malley, C. Björn III|Björn|O'Malley
O'Malley y Muñoz, C. Björn Roger III|Björn|O'Malley y Muñoz
O'Malley y Muñoz,Mrs C. Björn Roger III|Björn|O'Malley y Muñoz
William Carlos Williams Sr,PHD|William|Williams
Dr. B. William Carlos "Billy" von Williams III,PHD|William|von Williams
Mr Blah Foo|Blah|Foo`);
