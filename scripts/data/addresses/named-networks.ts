import type { AsnClass } from '../../../src/domain/ip/address.ts';
import { NAMED_HOSTS } from './named-hosts.ts';
import registeredNames from './registered-names.json' with { type: 'json' };

/**
 * Operators by the start of their registered name, if it has no indicative word. Chosen from the
 * largest networks that no other rule classifies.
 */
const NAMES: Readonly<Partial<Record<AsnClass, string>>> = {
  isp: `
    A1 Bulgaria; A1 Hrvatska; A1 Telekom; Aamra Networks; AccessKenya; Alestra; Allstream; ALTICE;
    AMERICATEL; Andrews & Arnold; Aria Shatel; ARTERIA Networks; Asia Pacific On-line;
    Asiatech Data; Atria Convergence; Axtel; Bahnhof; BALTICOM; Bashinformsvyaz; Batelco;
    Beanfield; BEIJING GEHUA; BEYON B.S.C; Blue Stream; Bredband2; CANTV; Carrytel; CETIN;
    Cityfibre; COMCEL; ComClark; Comcor; Comporium; Cooolbox; COTAS; Deutsche Glasfaser; Digicel;
    Digital United; Digiweb; DLIVE; DNA Oyj; DREAMLINE; EastLink; EBOX; Eircom; Elisa; Emtel;
    Enecom; ENTEL CHILE; ENTEL PERU; EOLO; ETB - Colombia; Eurofiber; Euskaltel; EWE TEL; Exatel;
    Excellmedia; Expereo; Far EastTone; FIBIA; FirstLight; FLOW JM; Free Pro; FreeBit; GCI ;
    Gigaclear; Glide Student; GLOBALCONNECT; Globalstar; GO p.l.c; GOCO TECHNOLOGY; Hiper A/S;
    HKBN; Hondutel; Hoshin; htp GmbH; Hyperoptic; INEA; Init7; INTELSAT; Intersvyaz; Invitech;
    ipNX; JT (Jersey); kbro; KCOM; KVH Industries; KX NexG; LG HelloVision; Liberty Global;
    Ljosleidarinn; Lounea; LTT Autonomous; LUMOS Networks; Lyse Tele; Marlink; Melita; Metrofibre;
    Metrotel; Multimedia Polska; Nayatel; Netia; netplus.ch; NextGenTel; Norlys; NTT-ME; O2 Czech;
    One Hungary; One New Zealand; Ooredoo; OPTAGE; Orange Burkina; Orange Cameroun; Orange Cote;
    Orange Moldova; Orange Slovensko; OXIO; PCCW IMS; PenTeleData; PODA; POST Luxembourg;
    Quantcom; Quickline; RailTel; Retelit; Safaricom; Sat-Trakt; Scancom; SEJONG; SES ASTRA;
    Shinbiro; SHYAM SPECTRA; Sify; Skylogic; Solcon; SONATEL; Spark New Zealand; Speedcast;
    Star Satellite; Starhub; Starry; Superloop; Superonline; Sure (; SWAN, a.s; T-2, d.o.o;
    TACHUS; Tarr Kft; TE-AS; TekSavvy; Tele Columbus; TELEBUCARAMANGA; Telecel; Telecentro S.A;
    Telemach; Telgua; Telkom SA; Tiscali; TM TECHNOLOGY; TNG Stadtnetz; TOT Public; Toya;
    Trooli; TT DOTCOM; Turksat; TV CABO ANGOLA; Ucom; UNIDATA; UNITEL; V tal; VECTRA; Vivacom;
    VOCUS; VOO S.A; VTR ; VTX ; Wana Corporate; Wananchi; Webpass; WestCall; Wholesail;
    wilhelm.tel; Wyyerd; XMission; Xplore; Zain; ZTV`,
  mobile: `
    Aircel; BITE Latvija; BITE Lietuva; Celcom; Cell C; CONECEL; Dialog Axiata; Hi3G; Kar-Tel;
    Kcell; Kyivstar; lifecell; M1 LIMITED; Magticom; MegaFon; MIC TANZANIA; Movitel; Ncell; P4 Sp;
    Polkomtel; QCell; Smartfren; STC BAHRAIN; Tata Teleservices; Three Ireland;
    True Move; VF UKRAINE; Viva Armenia; Vodacom Mocambique; Vodacom Tanzania; XL Axiata; Yettel`,
  hosting: `
    acens; ACEVILLE; Acronis; Advania; Aeven; Aptum; Atlantic.net; Atman; Binero; BIT BV; Box.com;
    Cegeka; Centrilogic; Cleura; CNSERVERS; Cologix; Combell; Constant Contact; Core-Backbone;
    CtrlS; Cyber_Folks; Cyfuture; CyrusOne; DATABANK; DataPipe; DEFT.COM; DingFeng; dogado;
    Dreamscape; EdgeCenter; EdgeUno; Ensono; Eonix; Equinix; ESDS; Eurofiber Cloud; Evocative;
    Expedient; Fasthosts; firstcolo; Flexential; Fundaments; Gabia; GigeNET; GleSYS; GMO-Z.COM;
    Handy Networks; Heart Internet; HKN GmbH; home.pl; i3D.net; Ikoula; iland; INTERNAP; INTERNET
    CZ; Internet Vikings; Involta; Iomart; Itm8; IVER NORGE; Iver Sverige; KAGOYA; Kamatera; KINX;
    Krypt Technologies; Larus; Latisys; LightEdge; Limestone; Locaweb; Loopia; Lunavi; Macquarie
    Technology; MacStadium; Mailchimp; Mailgun; marbis; MasterDC; Meteverse; Mimecast; MongoDB;
    MULTACOM; Mythic Beasts; NAVER BUSINESS; Navisite; Nazwa.pl; NetActuate; Network Solutions;
    Newfold; Newtek; Nexcess; NHN Techorus; Nine Internet; Node4; noris network; NorthC
    Deutschland; NorthC Schweiz; Ntirety; NTT SmartConnect; NTTCINS; pair Networks; PEG TECH;
    Phoenix NAP; PlanetHoster; PlusServer; POWER LINE; Proofpoint; Pulsant; Quality Technology;
    QuickPacket; Rackspace; Radore; RAPIDSCALE; Redcentric; SEEWEB; SendGrid; Sendinblue;
    ServiceNow; Shopify; SiteGround; SMILESERV; Solvinity; Sparkpost; Squarespace; SWITCH, LTD;
    SysEleven; Team Blue Carrier; team.blue; Telehouse Deutschland; Telehouse EAD; Telehouse
    International; TeraSwitch; TRUEFULLSTAQ; Twilio; UK-2; Unitas Global; Unitedlayer; Valtti
    Kumppanit; Vancis; velia.net; Web Werks; Webglobe; Wedos; Wholesale Internet; Wiit; Wix.com;
    Workday; Wowrack; Xneelo; Xserver; YOTTA NETWORK; Zoho`,
  education: `
    Alabama Supercomputer; Argonne; ARNES; CEA-Saclay; CERN; CSC - Tieteen; HEAnet;
    Illinois Century; KISTI; Lawrence Livermore; Leibniz-Rechenzentrum; Los Alamos; Los Nettos;
    MCNC; National Infrastructures for Research; NAUKOWA I AKADEMICKA; Rede Nacional de Ensino;
    Renater; Research Organization of Information; Reseau d'Informations Scientifiques;
    San Diego Supercomputer; Sandia National; SIKT; SURF B; UPMC; Zdruzenie pouzivatelov`,
  government: `
    Commonwealth of; Environmental Protection; European Commission; General Services Commission;
    Georgia Technology Authority; Jet Propulsion; National Aeronautics;
    NATIONAL INFORMATION RESOURCES; National Oceanic; New York State; NHS England;
    Service Alberta; Shared Services Canada; SSC-ICT; U.S. House; USDA`,
  business: `
    3M Company; ABB Information; Accenture; BAE Systems; Bayer AG; Bloomberg; Bristol-Myers;
    Caterpillar; CISCO SYSTEMS; Credit Suisse; Deere; Deutsche Post; Die Schweizerische Post;
    Eli Lilly; Ericsson; Exxon Mobil; FUJITSU; Hoffmann - La Roche; Intel Corporation;
    International Paper; L3Harris; Mercedes-Benz; Merck and; Morgan Stanley; NCR Corporation;
    Northrop Grumman; PepsiCo; Saab AB; SamsungSDS; Sanofi; Schlumberger; Shell Information;
    The Goldman Sachs; The Home Depot; The Procter; UBS AG; Union Pacific; Volvo Information;
    XEROX`,
};

interface Operator {
  class: AsnClass;
  rule: 'brand' | 'name:listed' | 'name:known';
}

const operators = (
  networkClass: AsnClass,
  rule: Operator['rule'],
  names: string,
): readonly (Operator & { start: string })[] =>
  names.split(';').map((name) => ({
    class: networkClass,
    rule,
    start: name.replace(/\s+/g, ' ').trimStart().toLowerCase(),
  }));

/** Longest first: "Eurofiber Cloud" before "Eurofiber". */
const OPERATORS = [
  ...Object.entries(NAMES).flatMap(([networkClass, names]) =>
    operators(networkClass as AsnClass, 'brand', names),
  ),
  ...operators('hosting', 'name:listed', NAMED_HOSTS),
].sort((a, b) => b.start.length - a.start.length);

/** Legal forms that some registries put before the name. */
const LEGAL_FORM =
  /^(?:"|limited liability company|private joint-stock company|pr?jsc|ooo|llc|pt\.?|sia|uab)\s*"?/i;

/** A registered name in lower case, with punctuation as spaces. */
export const nameKey = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Operators by their whole registered name, if it has no indicative word or a misleading one.
 * Chosen from the networks that announce most. Being listed does not make them reputable.
 */
const KNOWN_NAMES = new Map<string, Operator>(
  Object.entries(registeredNames).flatMap(([networkClass, names]) =>
    names.map((name) => [name, { class: networkClass as AsnClass, rule: 'name:known' }]),
  ),
);

/** @returns the operator of a network, by the start of its registered name or the whole name */
export function namedOperator(name: string): Operator | null {
  const start = name.replace(LEGAL_FORM, '').replaceAll('"', '').trim().toLowerCase();
  const operator = OPERATORS.find((each) => start.startsWith(each.start));
  return operator ?? KNOWN_NAMES.get(nameKey(name)) ?? null;
}
