/**
 * Operators that rent out servers, racks or proxies, by the start of their registered name, if it
 * has no indicative word or a misleading one. Unlike those of named-networks.ts, they do not count
 * as reputable: only what they sell is known.
 */
export const NAMED_HOSTS = `
  1 GRID; 1337 Services; 1984 ehf; 1st Amendment; 23M GmbH; 23VNet; 24 SHELLS; 2invision; 4on LTD;
  5G NETWORK OPERATIONS; 69 Systems; 8 To Infinity; active 1; Advin Services; Aixit; Aiyun; AKARI
  NETWORKS; AKILE; ALINDA; All Simple Internet; Almouroltec; Alpha Strike; alwaysdata; AM Data
  Service; Amanah; Amarutu; Angelnet; Anpple; ANTBOX; Anton Levin; AQUA RAY; Arisk; Artnet Sp;
  AS202769; AS44477; ASLINE; Astralus; Atlantic Metro; atom86; aurologic; AXARNET; AxcelX;
  axilaris; B2 Net Solutions; Badr Ouseffar; Base IP; Baxet; Baykov; BEDGE; BEE ONLINE NETWORK; BGP
  Network; BIF IV; Biterika; BL Networks; BlackGATE; Blazing SEO; Blix Solutions; BrainStorm
  Network; BREEZLE; Bunny Communications; BUNNY TECHNOLOGY; CariNet; CASABLANCA INT; Catixs; CDLAN;
  Censys; CHSL ONE; CODE ASSET; code200; ColoUp; Complior; Compuweb; Contrust Solutions; CoreIX;
  CoreSpace; Crexendo; CYBERCON; Cyberfort; Cyberzone; Data Room; Data Target; Data102; Datacheap;
  dataforest; DataLine; Dataplex; Datasource AG; DataWagon; DataWeb; DATAZONE; DC STAR; DC74;
  dcBLOX; DDFR IT; Deasil; DedFiberCo; Delska; Demenin; DGN TEKNOLOJI; DigitalFyre; DigitalOne;
  DIMENOC; DirectSpace; Domain names registrar REG; DOTSI; DpkgSoft; Drake Holdings; Driftnet;
  Duocast; DZCRD; Ecritel; Edgenext; EDIS GmbH; Elisteka; Ellada; Elxire; Emerald Onion; eNET Inc;
  Enzu; eSecureData; eSited; ETOP; EuroByte; EVANZO; Evolus; Evoxt; EWEKA; EXEA; Exonet B.V; F.N.S.
  HOLDINGS; Falco IPR; Fast4networks; Feral; Fiber Grid; FiberXpress; FlokiNET; Forcepoint;
  FORTRESSITX; Foundation for Applied Privacy; Fourplex; Fuel; G2K ARGENTINA; Gening Nikita;
  GINERNET; GLOBAL CONNECTIVITY SOLUTIONS; Global Layer; GloboTech Communications; GREEN FLOID; GSL
  Networks; GWY IT; H4Y; HAProxy; Hextet; High Speed For Internet; Horyzont Tech; Hoyos Consulting;
  Hut 8; Hydra Communications; Hyonix; HyosungITX; Hype Enterprises; I-Evolve; IDON Digital; iFog;
  IncogNet; Infium; Infolink Global; Informacines sistemos; INOTEL; Input Output Flood; INTEN Sp;
  intercolo; Internet Measurement; Internetport; INTERVOLVE; INULOGIC; Invermae; INVITE Systems; IP
  Volume; IPDC SOLUTIONS; IPGLOBE INTERNET; IPv4Center; Ipxo; IQ PL; IQWeb; ISPpro Internet; Ivanov
  Vitaliy; JSC IOT; JSC Mediasoft; JSC RU-CENTER; Karolio; Kazila; Keliweb; Keminet; KEYWEB;
  Kinescope; Kirino; KST Networks; kyberio; Kylos; LANSET; Layerstack; LEAPSWITCH; LEONIX EVENTS;
  Levantis; LH.pl; LightStack; Link Web Solutions; LiteUp; LogicWeb; Lucas Rolff; LUKMAN
  MULTIMEDIA; Lumina broadband; Luogelang; LWS; MADEALA; MadeIT; ManageNET; Materialism; MEDIA
  LAND; MEDIANOVA; meerfarbig; Melbikomas; MEVSPACE; Microlink Network; Misaka; Mizban; Mod
  Mission; Modat; My Tech BZ; N963; Nano IT; NAV COMMUNICATIONS; NBI SIA; NeoFiber Communications;
  Nessus GmbH; NetArt Group; NETASSETS; NetCrafters; Netdirekt; NETHINKS; NetLab Global; NETMIHAN;
  Netnova; NETPOOL; NETRONIK; Netrouting; NETSEC; NETSTAR (SG); NetVata; networksdelmanana;
  NewMedia Express; NextArray; Nexusguard; NFOrce; Nice IT; NJOIT; NOCIX; Nodes Direct; Nodion;
  Nodisto; NovoServe; Nuday; NWN Corp; objx.net; Ociris; Octopuce; Oculus Networks; Onlime; Online
  Solutions Oy; ONYPHE; OPTIBIT; Optima-Shid; Orient Express LDI; Orion Network; OWGELS; OXIDE;
  Oxylabs; Pantheon; Paradise Networks; PDR; PE Brezhnev; Perfect International; Petersburg
  Internet Network; Piranha Systems; PLAY2GO; Plus.line; Powerhouse Management; Private Layer;
  PrivateSystems; Proinity; ProIO; Proper Support; Quantum Tera; Raiola; Readyspace; REBA
  Communications; RECONN; Redestel; ReliableSite; Riseup; ROMARG; root SA; S-NET Sp; SBA Edge; SC
  ITNS; SCALAXY; SECURE DRAGON; Secure Internet; Seflow; ServeTheWorld; SG.GS; SH.cz; Shinjiru;
  Signet B.V; Simoresta; Sinersio; SiteTech; SIXSIGMA NETWORKS; SKYDIGITAL TELECOM; SKYQUANTUM
  TELECOM; SmartApe; Snel; SoftEther Corporation; Solar Communications; SOLLUTIUM; SpaceWeb;
  SPARKTECH; SpectraIP; SpeedyPage; Spokkie; SPRINT S.A; Sprious; Stack41; StackPath; STACKS INC;
  Start2; Sternforth; Stiftung Erneuerbare Freiheit; Strong Technology; Sudjam; SupremeBytes;
  Suraloka; SYN LTD; SYNERGY WHOLESALE; Syntura; Sysclay; T-Four; Tech Futures; TechAvenue;
  Telepoint; TELX INC; Tesonet; The Infrastructure Group; The Optimal Link; Think Huge; THUNDERBOX;
  Tier.Net; Tiggee; TOKALA; Total Uptime; Trabia; trafficforce; TRAVCHIS; Tritan; Turnkey Internet;
  U1 DIGITAL; ULTRA ONE; Unix-Solutions; Unlabeled; Untangled Technology; VCD Infra; VEESP;
  VegasNAP; Verixi; Videnca; Vinters IT; Virtual Systems; VNSO; VOLICO; VolumeDrive; Voxility;
  VPLS; Web2Objects; Webair; Webdock; WebHorizon; Webland; Webnx; WebWorld; Webzilla; Weebly;
  WhiteLabel; Wildcard UK; WOJCIECH LOREK ENDOR; WORKTITANS; WS Telecom Inc; WYOCORE; XT GLOBAL
  NETWORKS; xTom; YANCY; YISP; Your.org; ZAM LTDA; zColo; ZeXoTeK; Zhemoedov; Zhilian Technology;
  Zillion Network; ZOMRO; Zone Networks`;
