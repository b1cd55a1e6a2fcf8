/** A full name, with its first and last name by another library's suite. */
export type NameCase = readonly [full: string, first: string, last: string];

const cases = (text: string): NameCase[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|') as unknown as NameCase);

/** The suite of theiconic/iliaal nameparser (MIT), beginnings; the rules were built with it. */
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

/** The suite of HumanNameParser (MIT), with its Java port; read after the rules were built. */
export const HUMAN_NAME_PARSER_SEEN = cases(`
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

/** The suite of chorn/nameable (MIT); the rules were mended with it. */
export const NAMEABLE_SEEN = cases(`
Mr Chris Horn|Chris|Horn
Mr. Chris Horn|Chris|Horn
Mister Chris Horn|Chris|Horn
Mrs Chris Horn|Chris|Horn
Mrs. Chris Horn|Chris|Horn
Misses Chris Horn|Chris|Horn
Ms Chris Horn|Chris|Horn
Ms. Chris Horn|Chris|Horn
Miss Chris Horn|Chris|Horn
Dr Chris Horn|Chris|Horn
Dr. Chris Horn|Chris|Horn
Doctor Chris Horn|Chris|Horn
Rev Chris Horn|Chris|Horn
Rev. Chris Horn|Chris|Horn
Reverend Chris Horn|Chris|Horn
Fr Chris Horn|Chris|Horn
Fr. Chris Horn|Chris|Horn
Friar Chris Horn|Chris|Horn
Father Chris Horn|Chris|Horn
Dame Chris Horn|Chris|Horn
Rabbi Chris Horn|Chris|Horn
Imam Chris Horn|Chris|Horn
Master Chris Horn|Chris|Horn
Sir Chris Horn|Chris|Horn
Hon Chris Horn|Chris|Horn
Hon. Chris Horn|Chris|Horn
Honorable Chris Horn|Chris|Horn
Capt Chris Horn|Chris|Horn
Capt. Chris Horn|Chris|Horn
Captain Chris Horn|Chris|Horn
Ofc Chris Horn|Chris|Horn
Ofc. Chris Horn|Chris|Horn
Officer Chris Horn|Chris|Horn
Chris Horn Sr|Chris|Horn
Chris Horn Sr.|Chris|Horn
Chris Horn Senior|Chris|Horn
Chris Horn Jr|Chris|Horn
Chris Horn Jr.|Chris|Horn
Chris Horn Junior|Chris|Horn
Chris Horn Esq|Chris|Horn
Chris Horn Esq.|Chris|Horn
Chris Horn Esquire|Chris|Horn
Chris Horn PHD|Chris|Horn
Chris Horn PhD|Chris|Horn
Chris Horn Ph.D|Chris|Horn
Chris Horn Ph.D.|Chris|Horn
Chris Horn P.H.D.|Chris|Horn
Chris Horn ii|Chris|Horn
Chris Horn III|Chris|Horn
Chris Horn iv|Chris|Horn
Chris Horn V|Chris|Horn
Chris Horn VI|Chris|Horn
Chris Horn ix|Chris|Horn
Chris Horn Xiii|Chris|Horn
Chris Horn APR|Chris|Horn
Chris Horn RPh|Chris|Horn
Chris Horn MD|Chris|Horn
Chris Horn MA|Chris|Horn
Chris Horn DMD|Chris|Horn
Chris Horn DDS|Chris|Horn
Chris Horn PharmD|Chris|Horn
Chris Horn EngD|Chris|Horn
Chris Horn DPhil|Chris|Horn
Chris Horn JD|Chris|Horn
Chris Horn DD|Chris|Horn
Chris Horn DO|Chris|Horn
Chris Horn BA|Chris|Horn
Chris Horn BS|Chris|Horn
Chris Horn BSc|Chris|Horn
Chris Horn BE|Chris|Horn
Chris Horn BFA|Chris|Horn
Chris Horn MA|Chris|Horn
Chris Horn MS|Chris|Horn
Chris Horn MSc|Chris|Horn
Chris Horn MFA|Chris|Horn
Chris Horn MLA|Chris|Horn
Chris Horn MBA|Chris|Horn
Chris Horn PE|Chris|Horn
Chris Horn CSA|Chris|Horn
Chris Horn CPA|Chris|Horn
Chris Horn CPL|Chris|Horn
Chris Horn CME|Chris|Horn
Chris Horn CEng|Chris|Horn
Chris Horn OFM|Chris|Horn
Chris Horn CSV|Chris|Horn
Chris Horn DERP|Chris|Horn
Chris mc Last|Chris|mc Last
Chris vere Last|Chris|vere Last
Chris von Last|Chris|von Last
Chris van Last|Chris|van Last
Chris da Last|Chris|da Last
Chris de Last|Chris|de Last
Chris del Last|Chris|del Last
Chris della Last|Chris|della Last
Chris di Last|Chris|di Last
Chris pietro Last|Chris|pietro Last
Chris vanden Last|Chris|vanden Last
Chris du Last|Chris|du Last
Chris st Last|Chris|st Last
Chris la Last|Chris|la Last
Chris ter Last|Chris|ter Last
Chris ten Last|Chris|ten Last
Horn, Chris,|Chris|Horn
Chris Derp Horn|Chris|Horn
Chris O'Horn|Chris|O'Horn
Chris O\`Horn|Chris|O\`Horn
CHRIS HORN DERP|CHRIS|DERP`);

/** The suite of python-nameparser (LGPL), cases with first and last name; used for the rules. */
export const PYTHON_NAMEPARSER_SEEN = cases(`
Amy E Maid|Amy|Maid
Dr. Martin Luther King Jr.|Martin|King
Dr Martin Luther King, Jr.|Martin|King
Major. Dona Smith|Dona|Smith
John King|John|King
Secretary of State Hillary Clinton|Hillary|Clinton
Cardinal Secretary of State Hillary Clinton|Hillary|Clinton
US Magistrate-Judge Elizabeth E Campbell|Elizabeth|Campbell
Mag-Judge Harwell G Davis, III|Harwell|Davis
The Rt Hon John Jones|John|Jones
Smith, J.R.|J.R.|Smith
Lt.Gen. John A. Kenneth Doe IV|John|Doe
Lt. Gen. John A. Kenneth Doe IV|John|Doe
Doe, Lt. Gen. John A. Kenneth IV|John|Doe
Doe, Rev. John V, Jr.|John|Doe
Doe, Rev. John A., V, Jr.|John|Doe
Ben Alex Johnson|Ben|Johnson
Jane Doctor|Jane|Doctor
Lt.Gov. John Doe|John|Doe
Doe, Lt.Gov. John|John|Doe
Jane Mac Beth|Jane|Mac Beth
Mac Miller|Mac|Miller
Mike van der Velt|Mike|van der Velt
Vincent van Gogh van Beethoven|Vincent|van Beethoven
Señora María García|María|García
Herr Klaus Schmidt|Klaus|Schmidt
Foo. John Smith|John|Smith
J. Smith|J.|Smith
E.T. Smith|E.T.|Smith
Joe Dentist D.D.S.|Joe|Dentist
Kenneth Clarke QC MP|Kenneth|Clarke
Washington Jr. MD, Franklin|Franklin|Washington
John W. Ingram, V|John|Ingram
John W. Smith, I|John|Smith
John Smith, V MD|John|Smith
Franklin Washington, Jr. MD|Franklin|Washington
Clarke, Kenneth, Q.C. M.P.|Kenneth|Clarke
Kenneth Clarke Q.C., M.P.|Kenneth|Clarke
John Smith, Ph. D.|John|Smith
John Smith Ph. D.|John|Smith
Adolph D|Adolph|D
Jack Ma|Jack|Ma
Ma, Jack|Jack|Ma
Jack Ma Jr|Jack|Ma
Ma III, Jack Jr|Jack|Ma
John Doe Msc.Ed.|John|Doe
Doe, John Msc.Ed.|John|Doe
Maier, Amy Lauren I|Amy|Maier
Smith, John V|John|Smith
Chang, Andy C I|Andy|Chang
Andrew Perkins, Jr., Col. (Ret)|Andrew|Perkins
Andrew Perkins (MBA)|Andrew|Perkins
Juan del Sur|Juan|del Sur
Jill St. John|Jill|St. John
pennie von bergen wessels|pennie|von bergen wessels
Van Jeremy Johnson|Van|Johnson
pennie von bergen wessels III|pennie|von bergen wessels
pennie von bergen wessels M.D.|pennie|von bergen wessels
von bergen wessels MD, pennie III|pennie|von bergen wessels
pennie von bergen wessels MD, III|pennie|von bergen wessels
Rafael Sousa dos Anjos|Rafael|dos Anjos
Joao da Silva do Amaral de Souza|Joao|de Souza
Dr. Juan Q. Xavier de la dos Vega III|Juan|de la dos Vega
de la dos Vega, Dr. Juan Q. Xavier III|Juan|de la dos Vega
Anh Do|Anh|Do
Dra. Andréia da Silva|Andréia|da Silva
VINCENT VAN GOGH|VINCENT|VAN GOGH
Jose Aznar y Lopez|Jose|Aznar y Lopez
John E Smith|John|Smith
John e Smith, III|John|Smith
Smith, John e, III, Jr|John|Smith
King John Alexander V|John|Alexander
larry james edward johnson v|larry|johnson
Larry James Johnson I|Larry|Johnson
John Smith VI|John|Smith
Doe, Rev. John A. Jr.|John|Doe
Buca di Beppo|Buca|di Beppo
Yin Le|Yin|Le
Yin a Le|Yin|Le
Doe, Dr. John A. Kenneth III|John|Doe
Velasquez y Garcia, Dr. Juan, Jr.|Juan|Velasquez y Garcia`);

/** The suites of parse-full-name (MIT) and namae (BSD), read when the rules were complete. */
export const NAMES_HELD_OUT = cases(`
David Davis|David|Davis
Davis, David|David|Davis
Gerald Böck|Gerald|Böck
Davis, David William|David|Davis
Vincent Van Gogh|Vincent|Van Gogh
Van Gogh, Vincent|Vincent|Van Gogh
Lorenzo de Médici|Lorenzo|de Médici
de Médici, Lorenzo|Lorenzo|de Médici
Jüan de la Véña|Jüan|de la Véña
de la Véña, Jüan|Jüan|de la Véña
Jüan Martinez de Lorenzo y Gutierez|Jüan|de Lorenzo y Gutierez
de Lorenzo y Gutierez, Jüan Martinez|Jüan|de Lorenzo y Gutierez
Orenthal James "O. J." Simpson|Orenthal|Simpson
Orenthal 'O. J.' James Simpson|Orenthal|Simpson
(O. J.) Orenthal James Simpson|Orenthal|Simpson
Simpson, Orenthal James “O. J.”|Orenthal|Simpson
Simpson, Orenthal ‘O. J.’ James|Orenthal|Simpson
Simpson, [O. J.] Orenthal James|Orenthal|Simpson
Sammy Davis, Jr.|Sammy|Davis
Davis, Sammy, Jr.|Sammy|Davis
John P. Doe-Ray, Jr., CLU, CFP, LUTC|John|Doe-Ray
Doe-Ray, John P., Jr., CLU, CFP, LUTC|John|Doe-Ray
Dr. John P. Doe-Ray, Jr.|John|Doe-Ray
Dr. Doe-Ray, John P., Jr.|John|Doe-Ray
Doe-Ray, Dr. John P., Jr.|John|Doe-Ray
Mr. Jüan Martinez (Martin) de Lorenzo y Gutierez Jr.|Jüan|de Lorenzo y Gutierez
de Lorenzo y Gutierez, Mr. Jüan Martinez (Martin) Jr.|Jüan|de Lorenzo y Gutierez
de Lorenzo y Gutierez, Mr. Jüan (Martin) Martinez Jr.|Jüan|de Lorenzo y Gutierez
Mr. de Lorenzo y Gutierez, Jüan Martinez (Martin) Jr.|Jüan|de Lorenzo y Gutierez
Mr. de Lorenzo y Gutierez Jr., Jüan Martinez (Martin)|Jüan|de Lorenzo y Gutierez
Mr. de Lorenzo y Gutierez, Jr. Jüan Martinez (Martin)|Jüan|de Lorenzo y Gutierez
mr. jüan martinez (martin) de lorenzo y gutierez jr.|jüan|de lorenzo y gutierez
Mr. Alan M. Turing|Alan|Turing
Yukihiro "Matz" Matsumoto|Yukihiro|Matsumoto
Sir Isaac Newton|Isaac|Newton
Prof. Donald Ervin Knuth|Donald|Knuth
Ms. Sofia Kovalevskaya|Sofia|Kovalevskaya
Countess Ada Lovelace|Ada|Lovelace
Augusta Ada King|Augusta|King
Carreño Quiñones, María-Jose|María-Jose|Carreño Quiñones
Mr. Yukihiro "Matz" Matsumoto Sr.|Yukihiro|Matsumoto`);

/** Cases of humanparser's suite (MIT) with a first and a last name; held out. */
export const HUMANPARSER_HELD_OUT = cases(`
Mr. William R. Hearst, III|William|Hearst
"Franců Franců", Jan|Jan|Franců Franců
McDermott, Drew V.|Drew|McDermott
William Randolph Hearst|William|Hearst
William R. De La Cruz|William|De La Cruz
Mr. William R. De La Cruz III|William|De La Cruz
William De Cruz|William|De Cruz
William De La Cruz|William|De La Cruz
Mr. William R. Hugh Calum De La Cruz III|William|De La Cruz
William A. B. De La Cruz|William|De La Cruz
James Hugh Calum Laurie|James|Laurie
Kiefer William Frederick Dempsey George Rufus Sutherland|Kiefer|Sutherland
William Hearst|William|Hearst
William Hearst Jr|William|Hearst
Hearst, William Jr|William|Hearst
Hearst, William Randolph|William|Hearst
Hearst Jr., William Randolph|William|Hearst
Hearst, William, M.D.|William|Hearst
hussain al robeh|hussain|al robeh
EUGENE L. NATH,JR.|EUGENE|NATH
LEE TANT , JR|LEE|TANT
Tuan Syed Azmin Nur|Syed|Nur
`);
