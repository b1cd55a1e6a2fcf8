/**
 * Operators that rent out servers, racks, clouds or proxies, by what their registered name starts
 * with, where the name itself holds no telling word or a misleading one. Written from what they
 * publicly sell; a name covers every number the operator holds.
 */
export const NAMED_HOSTS = `
  1 GRID; 1337 Services; 1984 ehf; 1GSERVERS; 1st Amendment; 23M GmbH; 23VNet; 24 SHELLS;
  2invision; 31173; 4on LTD; 69 Systems; 8 To Infinity; acens; Aceville; Acronis; active 1;
  Advania; Advin Services; Aeven; Aixit; Aiyun; AKARI NETWORKS; AKILE; Alexhost; Alibaba; ALINDA;
  All Simple Internet; Almouroltec; Alpha Strike; alwaysdata; AM Data Service; Amanah; Amarutu;
  Angelnet; Anpple; ANTBOX; Anton Levin; Aptum; AQUA RAY; Arisk; Artnet Sp; AS202769; AS44477;
  ASLINE; Astralus; Atlantic Metro; Atlantic.net; Atman; atom86; aurologic; AXARNET; AxcelX;
  axilaris; B2 Net Solutions; Badr Ouseffar; Base IP; Baxet; Baykov; BEDGE; BEE ONLINE NETWORK;
  BGP Network; BIF IV; Binero; BIT BV; Biterika; BL Networks; BlackGATE; Blazing SEO; Blix
  Solutions; BlueVPS; Box.com; BrainStorm Network; BREEZLE; Bunny Communications; BUNNY
  TECHNOLOGY; CariNet; CASABLANCA INT; Catixs; CDLAN; Cegeka; Censys; Centrilogic; CHSL ONE;
  Cleura; CNServer; CODE ASSET; code200; Cologix; ColoUp; Combell; Complior; Compuweb; Comvive;
  Constant Contact; Contrust Solutions; Core-Backbone; CoreIX; CoreSpace; Crexendo; CtrlS;
  Cyber_Folks; CYBERCON; Cyberfort; Cyberzone; Cyfuture; CyrusOne; Data Room; Data Target;
  Data102; DATABANK; Datacheap; dataforest; DataLine; DataPipe; Dataplex; Datasource AG;
  DataWagon; DataWeb; DATAZONE; DC STAR; DC74; dcBLOX; DDFR IT; Deasil; DedFiberCo; DEDIK;
  DediPath; DEFT.COM; Delska; Demenin; DGN TEKNOLOJI; DigitalFyre; DigitalOne; DIMENOC; DingFeng;
  DirectSpace; dogado; Domain names registrar REG; DpkgSoft; Dreamscape; Driftnet; Duocast;
  DynaNode; DZCRD; Ecritel; EdgeCenter; Edgenext; EdgeUno; EDIS GmbH; Elisteka; Ellada; ELSERVER;
  Elxire; Emerald Onion; eNET Inc; Ensono; Enzu; Eonix; Equinix; ESDS; eSecureData; eServer;
  eSited; ETOP; EuroByte; Eurofiber Cloud; EVANZO; Evocative; Evolus; Evoxt; EWEKA; Exaserver;
  EXEA; Exonet B.V; Expedient; F.N.S. HOLDINGS; Falco IPR; Fast4networks; Fasthosts; FDCservers;
  Feral; Fiber Grid; FiberXpress; firstcolo; Flexential; FlokiNET; Forcepoint; FORTRESSITX;
  Foundation for Applied Privacy; Fourplex; Fuel; Fundaments; G2K ARGENTINA; Gabia; GHOSTnet;
  GigeNET; GINERNET; GleSYS; GLOBAL CONNECTIVITY SOLUTIONS; Global Layer; GloboTech
  Communications; GMO-Z.COM; GoDaddy; GorillaServers; Grand Web; GREEN FLOID; GSL Networks;
  GTHost; GWY IT; H4Y; Handy Networks; HANGZHOU ALIBABA; HAProxy; Heart Internet; HERN Labs;
  Hexanode; Hextet; High Speed For Internet; HKN GmbH; home.pl; Horyzont Tech; HugeServer; Hut 8;
  Hydra Communications; Hyonix; HyosungITX; Hype Enterprises; I-Evolve; i3D.net; IDON Digital;
  iFog; Ikoula; iland; IncogNet; Infium; Infolink Global; Informacines sistemos; Infortelecom;
  INOTEL; Input Output Flood; INTEN Sp; intercolo; INTERNAP; INTERNET CZ; Internet Measurement;
  Internet Vikings; Internetport; INTERSERVER; INTERVOLVE; Invermae; INVITE Systems; Involta;
  Iomart; IP Volume; IPDC SOLUTIONS; IPGLOBE INTERNET; Ipxo; IQ PL; IQWeb; ISPpro Internet; Itm8;
  Ivanov Vitaliy; IVER NORGE; Iver Sverige; JSC IOT; JSC Mediasoft; JSC RU-CENTER; KAGOYA;
  Kamatera; Kaopu; Karolio; Kazila; Keliweb; Keminet; KEYWEB; Kinescope; KINX; Kirino; Krypt
  Technologies; KST Networks; kyberio; Kylos; LANSET; Larus; Latisys; LaunchVPS; Layerstack;
  LEAPSWITCH; LEONIX EVENTS; Levantis; LH.pl; LightEdge; LightStack; Limestone; Link Web
  Solutions; Linode; LiteUp; Locaweb; LogicWeb; Loopia; Lucas Rolff; LUKMAN MULTIMEDIA; Lumina
  broadband; Lunavi; Luogelang; LWS; Macquarie Technology; MacStadium; MADEALA; MadeIT; Mailchimp;
  Mailgun; ManageNET; marbis; MasterDC; Materialism; MEDIA LAND; MEDIANOVA; meerfarbig;
  Melbikomas; Meteverse; MEVSPACE; Microlink Network; Mimecast; Mirhosting; Misaka; Mizban; Mod
  Mission; Modat; MongoDB; MULTACOM; MVPS; My Tech BZ; Mythic Beasts; N963; Nano IT; NAVER
  BUSINESS; Navisite; Nazwa.pl; NBI SIA; NeoFiber Communications; Nessus GmbH; NetActuate; NetArt
  Group; NETASSETS; NetCloud; NetCrafters; Netdirekt; NETHINKS; NetLab Global; NETMIHAN;
  Netminders; Netnova; NETPOOL; NETRONIK; Netrouting; NETSEC; NETSTAR (SG); NetVata; Network
  Solutions; networksdelmanana; Newfold; NewMedia Express; Newtek; Nexcess; NextArray; Nexusguard;
  NFOrce; NHN Techorus; Nice IT; Nine Internet; NJOIT; NOCIX; Node4; Nodes Direct; Nodion;
  Nodisto; noris network; NorthC Deutschland; NorthC Schweiz; NovoServe; Noyan Abr Arvan; Ntirety;
  NTT SmartConnect; NTTCINS; Nuday; NWN Corp; objx.net; Ociris; Octopuce; OCTOPUS WEB; Oculus
  Networks; Onlime; Online Solutions Oy; ONYPHE; OPTIBIT; Optima-Shid; Orient Express LDI; Orion
  Network; OVH; OWGELS; OXIDE; Oxylabs; pair Networks; Pantheon; Paradise Networks; PDR; PE
  Brezhnev; PEG TECH; Perfect International; Performive; Petersburg Internet Network; Pfcloud;
  Phoenix NAP; Piranha Systems; PLAY2GO; Plus.line; PlusServer; POWER LINE; Powerhouse Management;
  PremierDC; Private Layer; PrivateSystems; Proinity; ProIO; Proofpoint; Proper Support; Psychz;
  Pulsant; PureVoltage; Quality Technology; Quantum Tera; QuickPacket; Rackspace; Radore; Raiola;
  RAPIDSCALE; Readyspace; REBA Communications; RECONN; Redcentric; Redestel; ReliableSite;
  Reprise; Riseup; ROMARG; root SA; RootLayer; Routerhosting; RU-CENTER; S-NET Sp; SBA Edge; SC
  ITNS; SCALAXY; SECURE DRAGON; Secure Internet; Secured Servers; Seeweb; Seflow; SendGrid;
  Sendinblue; ServeTheWorld; ServiceNow; SG.GS; SH.cz; Sharktech; Shinjiru; Shopify; Signet B.V;
  Simoresta; Sinersio; SiteGround; Siteserver; SiteTech; SIXSIGMA NETWORKS; SKYDIGITAL TELECOM;
  SKYQUANTUM TELECOM; SmartApe; SMILESERV; Snel; SoftEther Corporation; Solar Communications;
  SOLLUTIUM; Solvinity; SonderCloud; SpaceWeb; Sparkpost; SPARKTECH; SpectraIP; SpeedyPage;
  Spokkie; SPRINT S.A; Sprious; Squarespace; Stack41; StackPath; STACKS INC; Start2; Sternforth;
  Stiftung Erneuerbare Freiheit; Strong Technology; Sudjam; Sunucun; SupremeBytes; Suraloka;
  Swiftnode; SWITCH, LTD; SYN LTD; SYNERGY WHOLESALE; Syntura; Sysclay; SysEleven; T-Four;
  Tcloudnet; Team Blue Carrier; team.blue; Tech Futures; TechAvenue; Telehouse Deutschland;
  Telehouse EAD; Telehouse International; Telepoint; TELX INC; Tempest; TeraSwitch; Tesonet; The
  Infrastructure Group; Think Huge; THUNDERBOX; Tier.Net; Tiggee; TIMEWEB; TOKALA; Total Uptime;
  Trabia; trafficforce; TRAVCHIS; Tritan; TRUEFULLSTAQ; Turnkey Internet; Twilio; U1 DIGITAL; UK
  Dedicated; UK-2; ULTRA ONE; Unitas Global; Unitedlayer; Unix-Solutions; Unlabeled; Untangled
  Technology; Valtti Kumppanit; Vancis; Vautron; VCD Infra; VEESP; VegasNAP; velia.net; Verixi;
  Videnca; VIETSERVER; Vinters IT; Virtual Systems; VMhosts; VNSO; VOLICO; VolumeDrive; Voxility;
  VPLS; Web Werks; Web2Objects; Webair; Webdock; Webglobe; WebHorizon; Webland; Webnx; WebWorld;
  Webzilla; Wedos; Weebly; WhiteLabel; Wholesale Internet; Wiit; Wildcard UK; Wix.com; Workday;
  WORKTITANS; Wowrack; WS Telecom Inc; WYOCORE; Xneelo; Xserver; XT GLOBAL NETWORKS; xTom; YANCY;
  YISP; Yisu; YOTTA NETWORK; Your.org; ZAM LTDA; Zappie; zColo; Zenlayer; ZeXoTeK; Zhemoedov;
  Zhilian Technology; Zillion Network; Zoho; ZOMRO; Zone Networks
`;
