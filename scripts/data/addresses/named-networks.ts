import type { NetworkClass } from '../../../src/core/ip-address.ts';

/**
 * Operators known by what their registered name starts with, where the name itself holds no telling word.
 * Chosen from the largest networks that no other rule recognises.
 */
const NAMES: Readonly<Partial<Record<NetworkClass, string>>> = {
  isp: `A1 Bulgaria; A1 Hrvatska; A1 Telekom; Alestra; Allstream; ALTICE; Andrews & Arnold; Aria Shatel; ARTERIA Networks; Asiatech Data;
    Asia Pacific On-line; Atria Convergence; Axtel; Bahnhof; Beanfield; BEIJING GEHUA; Blue Stream; Bredband2; CANTV; Cityfibre; COMCEL;
    ComClark; Comporium; Cooolbox; COTAS; Digital United; Digiweb; DLIVE; DNA Oyj; DREAMLINE; EastLink; EBOX; Eircom; Elisa; Emtel; Enecom;
    ENTEL CHILE; ENTEL PERU; EOLO; ETB - Colombia; Eurofiber; Euskaltel; EWE TEL; Exatel; Far EastTone; FIBIA; Free Pro; FreeBit; GCI ;
    GO p.l.c; GLOBALCONNECT; Hiper A/S; HKBN; Hoshin; htp GmbH; INEA; Intersvyaz; kbro; KCOM; KX NexG; LG HelloVision; Liberty Global;
    Ljosleidarinn; LTT Autonomous; LUMOS Networks; Lyse Tele; Melita; Metrofibre; Multimedia Polska; NextGenTel; Netia; Norlys; NTT-ME;
    O2 Czech; One Hungary; One New Zealand; Ooredoo; OPTAGE; Orange Slovensko; PCCW IMS; PenTeleData; PODA; POST Luxembourg; Quickline;
    RailTel; Scancom; SEJONG; Shinbiro; Sify; Skylogic; SONATEL; Starhub; Superloop; Superonline; SWAN, a.s; T-2, d.o.o; TE-AS; TekSavvy;
    Tele Columbus; Telecel; Telemach; Telgua; Telkom SA; Tiscali; TM TECHNOLOGY; TOT Public; Toya; TT DOTCOM; Turksat; UNITEL; V tal;
    VECTRA; Vivacom; VOCUS; VOO S.A; VTR ; VTX ; Wana Corporate; Webpass; wilhelm.tel; Wholesail; Xplore; Zain; ZTV`,
  mobile: `Aircel; BITE Latvija; Cell C; Dialog Axiata; Hi3G; Kar-Tel; Kcell; Kyivstar; lifecell; M1 LIMITED; Magticom; Ncell; MegaFon;
    Polkomtel; QCell; Smartfren; STC BAHRAIN; Tata Teleservices; Three Ireland; VF UKRAINE; Yettel`,
  hosting: `ACEVILLE; Aptum; Cologix; CNSERVERS; DataPipe; DingFeng; Eonix; Expedient; firstcolo; Flexential; GleSYS; home.pl; KINX; Krypt;
    Larus; LightEdge; Macquarie Technology; Meteverse; MULTACOM; NAVER BUSINESS; Network Solutions; Newtek; Ntirety; PEG TECH; PlusServer;
    POWER LINE; Pulsant; QuickPacket; SendGrid; SWITCH, LTD; UK-2; Vancis; Xneelo; Xserver`,
  education: `Alabama Supercomputer; ARNES; Argonne; CEA-Saclay; CERN; CSC - Tieteen; HEAnet; Illinois Century; KISTI; Lawrence Livermore;
    Leibniz-Rechenzentrum; Los Alamos; Los Nettos; MCNC; National Infrastructures for Research; NAUKOWA I AKADEMICKA; Rede Nacional de Ensino;
    Research Organization of Information; Reseau d'Informations Scientifiques; Renater; San Diego Supercomputer; SIKT; SURF B; Zdruzenie pouzivatelov;
    Sandia National; UPMC`,
  government: `Commonwealth of; Environmental Protection; European Commission; General Services Commission; Georgia Technology Authority;
    National Aeronautics; National Oceanic; NATIONAL INFORMATION RESOURCES; New York State; Jet Propulsion; NHS England; Service Alberta;
    Shared Services Canada; SSC-ICT; U.S. House; USDA`,
  business: `3M Company; Accenture; ABB Information; BAE Systems; Bayer AG; Bloomberg; Bristol-Myers; Caterpillar; CISCO SYSTEMS; Credit Suisse;
    Deere; Deutsche Post; Die Schweizerische Post; Eli Lilly; Ericsson; Exxon Mobil; FUJITSU; Hoffmann - La Roche; Intel Corporation;
    International Paper; L3Harris; Mercedes-Benz; Merck and; Morgan Stanley; NCR Corporation; Northrop Grumman; PepsiCo; Saab AB; Sanofi;
    Schlumberger; SamsungSDS; Shell Information; The Goldman Sachs; The Home Depot; The Procter; UBS AG; Union Pacific; Volvo Information; XEROX`,
};

const OPERATORS = Object.entries(NAMES).flatMap(([networkClass, names]) =>
  names.split(';').map((name) => ({
    class: networkClass as NetworkClass,
    start: name.replace(/\s+/g, ' ').trimStart().toLowerCase(),
  })),
);

/** Legal forms that some registries put before the name. */
const LEGAL_FORM =
  /^(?:"|limited liability company|private joint-stock company|pr?jsc|ooo|llc|pt\.?|sia|uab)\s*"?/i;

/** @returns the class of a network whose registered name starts as one of the list does */
export function namedClass(name: string): NetworkClass | null {
  const start = name.replace(LEGAL_FORM, '').replaceAll('"', '').trim().toLowerCase();
  return OPERATORS.find((operator) => start.startsWith(operator.start))?.class ?? null;
}
