/**
 * Domains under which Internet access providers, telephone companies and portals provide mailboxes,
 * by region. The list of free providers lacks them, and lists of disposable domains contain some.
 * From the providers' own mail setup pages.
 */
export const ACCESS_MAILBOXES: Readonly<Record<string, string>> = {
  'United States': `
    netscape.com netscape.net compuserve.com cs.com wmconnect.com love.com games.com wow.com
    ygm.com aolmail.com comcast.net comcast.com xfinity.com charter.net charter.com spectrum.net
    twc.com rr.com roadrunner.com brighthouse.com bresnan.net cox.net verizon.net gte.net
    bellatlantic.net att.net sbcglobal.net attbi.com bellsouth.net ameritech.net pacbell.net
    swbell.net nvbell.net snet.net flash.net prodigy.net wans.net worldnet.att.net currently.com
    centurylink.net centurytel.net embarqmail.com q.com qwest.net qwestoffice.net frontier.com
    frontiernet.net citlink.net windstream.net alltel.net earthlink.net mindspring.com
    sprynet.com netcom.com ix.netcom.com pipeline.com erols.com concentric.net juno.com
    netzero.net netzero.com optonline.net optimum.net suddenlink.net cableone.net mediacombb.net
    mchsi.com rcn.com wowway.com knology.net insightbb.com adelphia.net tds.net hughes.net
    wildblue.net ptd.net zoominternet.net armstrongonewire.net atlanticbb.net metrocast.net
    gci.net mtaonline.net hawaii.rr.com hawaiiantel.net consolidated.net fuse.net cinci.rr.com
    zoomtown.com nemr.net iowatelecom.net netins.net epix.net ticnet.com sonic.net speakeasy.net
    speakeasy.org peoplepc.com dslextreme.com lmi.net airmail.net texas.net pobox.com
    mail2web.com excite.com lycos.com lycosmail.com usa.net charm.net enter.net interaccess.com
    dmv.com`,
  Canada: `
    sympatico.ca bell.net rogers.com shaw.ca telus.net videotron.ca videotron.com cogeco.ca
    cogeco.net eastlink.ca mts.net mymts.net sasktel.net bellaliant.net nb.sympatico.ca
    ns.sympatico.ca teksavvy.com execulink.com xplornet.com xplornet.ca globetrotter.net
    axion.ca primus.ca distributel.net persona.ca vianet.ca northwestel.net look.ca`,
  'United Kingdom and Ireland': `
    bt.com btinternet.com btopenworld.com btconnect.com talk21.com sky.com talktalk.net
    talktalk.co.uk tiscali.co.uk lineone.net virginmedia.com virgin.net ntlworld.com
    blueyonder.co.uk plusnet.com plus.com plus.net force9.co.uk free-online.co.uk orange.net
    orange.co.uk freeserve.co.uk wanadoo.co.uk fsmail.net o2.co.uk o2email.co.uk ee.co.uk
    tesco.net supanet.com onetel.com onetel.net pipex.com dsl.pipex.com demon.co.uk zen.co.uk
    madasafish.com uk2.net eircom.net iol.ie indigo.ie vodafone.ie kcom.com waitrose.com
    aaisp.net idnet.com which.net`,
  'Germany, Austria, Switzerland': `
    t-online.de magenta.de telekom.de arcor.de vodafone.de vodafonemail.de freenet.de alice.de
    alice-dsl.net o2mail.de o2online.de kabelmail.de unitybox.de unity-mail.de ewe.net
    ewetel.net netcologne.de nexgo.de online.de onlinehome.de versanet.de versatel.de osnanet.de
    kabelbw.de m-net.de mnet-online.de htp-tel.de wtnet.de swbmail.de tele2.de email.de mail.de
    posteo.de posteo.net lycos.de compuserve.de epost.de chello.at aon.at a1.net tele2.at
    utanet.at inode.at liwest.at kabsi.at salzburg-online.at bluewin.ch sunrise.ch hispeed.ch
    swissonline.ch tele2.ch green.ch vtxmail.ch quickline.ch besonet.ch netplus.ch citycable.ch
    gmx.org`,
  France: `
    orange.fr wanadoo.fr wanadoo.com free.fr sfr.fr neuf.fr cegetel.net club-internet.fr
    laposte.net bbox.fr numericable.fr noos.fr alice.fr aliceadsl.fr tele2.fr libertysurf.fr
    freesbee.fr worldonline.fr voila.fr dbmail.com 9online.fr nordnet.fr infonie.fr caramail.com
    online.fr netcourrier.com mailo.com mailo.eu orange.com mediaserv.net mailfence.com`,
  'Belgium, Netherlands, Luxembourg': `
    skynet.be proximus.be telenet.be scarlet.be voo.be base.be pandora.be belgacom.net
    tiscali.be edpnet.be brutele.be pt.lu internet.lu vo.lu ziggo.nl kpnmail.nl kpnplanet.nl
    planet.nl hetnet.nl xs4all.nl upcmail.nl chello.nl home.nl casema.nl quicknet.nl zonnet.nl
    tele2.nl tiscali.nl onsbrabantnet.nl caiway.nl solcon.nl online.nl telfort.nl wxs.nl
    freeler.nl versatel.nl lijbrandt.nl multiweb.nl lycos.nl ilse.nl kabelfoon.nl delta.nl`,
  'Italy, Spain, Portugal, Greece, Cyprus, Malta': `
    libero.it virgilio.it tin.it alice.it tim.it tiscali.it inwind.it iol.it blu.it vodafone.it
    fastwebnet.it poste.it email.it wind.it teletu.it aruba.it interfree.it supereva.it jumpy.it
    katamail.com giallo.it telefonica.net movistar.es terra.es orange.es wanadoo.es ono.com
    onolab.com ya.com jazzfree.com euskaltel.net telecable.es mundo-r.com vodafone.es correo.es
    eresmas.com inicia.es arrakis.es sapo.pt netcabo.pt clix.pt iol.pt telepac.pt
    mail.telepac.pt meo.pt nos.pt oninet.pt vodafone.pt otenet.gr forthnet.gr hol.gr
    cosmotemail.gr freemail.gr in.gr pathfinder.gr mailbox.gr cytanet.com.cy primehome.com
    onvol.net melita.com`,
  'Nordic and Baltic countries': `
    telia.com comhem.se bredband.net bredband2.com tele2.se spray.se glocalnet.net swipnet.se
    home.se passagen.se bahnhof.se tdc.se online.no frisurf.no broadpark.no start.no c2i.net
    getmail.no altibox.no lyse.net tele2.no mail.dk tdcadsl.dk stofanet.dk post.tele.dk
    youmail.dk ofir.dk jubii.dk adslhome.dk city.dk webspeed.dk privat.dk dlgmail.dk
    kabelmail.dk fibermail.dk kolumbus.fi elisanet.fi saunalahti.fi pp.inet.fi luukku.com
    suomi24.fi sci.fi dnainternet.net netti.fi welho.com simnet.is internet.is visir.is hot.ee
    mail.ee online.ee neti.ee inbox.lv inbox.lt inbox.ee apollo.lv one.lv delfi.lv delfi.lt
    takas.lt one.lt zebra.lt tvnet.lv`,
  'Central Europe': `
    wp.pl onet.pl onet.eu onet.com onet.com.pl op.pl vp.pl poczta.onet.pl poczta.onet.eu
    autograf.pl amorki.pl buziaczek.pl interia.pl interia.eu interia.com poczta.fm intmail.pl
    o2.pl tlen.pl go2.pl gazeta.pl neostrada.pl poczta.pl orange.pl spoko.pl gery.pl int.pl
    1gb.pl adres.pl vip.onet.pl seznam.cz email.cz post.cz centrum.cz atlas.cz volny.cz
    tiscali.cz quick.cz o2active.cz iol.cz upcmail.cz spoluzaci.cz azet.sk centrum.sk zoznam.sk
    post.sk pobox.sk atlas.sk szm.sk stonline.sk freemail.hu citromail.hu indamail.hu vipmail.hu
    t-online.hu chello.hu upcmail.hu c2.hu mailbox.hu axelero.hu digikabel.hu pr.hu tvn.hu
    vnet.hu invitel.hu abv.bg mail.bg dir.bg gbg.bg gyuvetch.bg home.ro rdslink.ro clicknet.ro
    k.ro xnet.ro siol.net amis.net t-2.net volja.net email.si inbox.si t-com.hr net.hr inet.hr
    vip.hr optinet.hr t.ht.hr bih.net.ba yubc.net eunet.rs sbb.rs ptt.rs open.telekom.rs mts.rs
    t.mk t-home.mk`,
  'Eastern Europe and Central Asia': `
    ukr.net i.ua meta.ua bigmir.net online.ua email.ua mail.ua ua.fm tut.by mail.by open.by
    mail.ru bk.ru inbox.ru list.ru internet.ru ya.ru yandex.net narod.ru rambler.ru lenta.ru
    autorambler.ru myrambler.ru ro.ru rambler.ua pochta.ru qip.ru hotbox.ru land.ru mail15.com
    nm.ru nxt.ru e1.ru ngs.ru sibmail.com xaker.ru km.ru mail333.com rin.ru front.ru pisem.net
    smtp.ru fromru.com krovatka.net pop3.ru mail.kz mail.uz mail.az box.az day.az mail.am
    mail.md`,
  'China, Hong Kong, Taiwan': `
    qq.com vip.qq.com foxmail.com 163.com vip.163.com 163.net 126.com 126.net vip.126.com
    188.com vip.188.com yeah.net 139.com 189.cn 189.com wo.cn wo.com.cn sina.com sina.cn
    sina.com.cn vip.sina.com my3ia.sina.com sohu.com vip.sohu.com sohu.net sogou.com tom.com
    vip.tom.com 21cn.com 21cn.net aliyun.com aliyun.cn taobao.com 263.net 263.com x263.net
    chinaren.com 2980.com 8848.net eyou.com china.com mail.china.com citiz.net 371.net etang.com
    netvigator.com hkbn.net hknet.com ctimail.com i-cable.com biznetvigator.com hongkong.com
    hutchcity.com macau.ctm.net hinet.net msa.hinet.net seed.net.tw pchome.com.tw xuite.net
    url.com.tw yam.com kimo.com livemail.tw`,
  'Japan and Korea': `
    docomo.ne.jp ezweb.ne.jp au.com softbank.ne.jp i.softbank.jp ymobile.ne.jp disney.ne.jp
    willcom.com pdx.ne.jp rakuten.jp rakumail.jp uqmobile.jp biglobe.ne.jp nifty.com nifty.ne.jp
    so-net.ne.jp ocn.ne.jp plala.or.jp dion.ne.jp odn.ne.jp infoseek.jp goo.ne.jp mail.goo.ne.jp
    excite.co.jp livedoor.com asahi-net.or.jp hi-ho.ne.jp jcom.home.ne.jp jcom.zaq.ne.jp
    zaq.ne.jp eonet.ne.jp iij4u.or.jp kcn.ne.jp sannet.ne.jp dti.ne.jp wakwak.com tiki.ne.jp
    bbiq.jp commufa.jp vodafone.ne.jp auone.jp email.ne.jp mbn.or.jp naver.com hanmail.net
    daum.net kakao.com nate.com netian.com empas.com empal.com korea.com paran.com hanmir.com
    dreamwiz.com chol.com lycos.co.kr freechal.com hitel.net unitel.co.kr nownuri.net kornet.net
    hanafos.com`,
  'South and South-East Asia': `
    rediffmail.com rediff.com indiatimes.com sify.com sifymail.com vsnl.com vsnl.net bsnl.in
    bsnl.co.in mtnl.net.in dataone.in airtelmail.in airtelmail.com in.com hathway.com
    sancharnet.in eth.net satyam.net.in cyber.net.pk brain.net.pk wol.net.pk ptcl.net link3.net
    bdmail.net bttb.net.bd aamra.com.bd sltnet.lk slt.lk eureka.lk wlink.com.np ntc.net.np
    mos.com.np singnet.com.sg starhub.net.sg pacific.net.sg singtel.com magix.com.sg
    singpost.com tm.net.my streamyx.com jaring.my pd.jaring.my time.net.my unifi.my telkom.net
    indosat.net.id cbn.net.id plasa.com centrin.net.id indo.net.id rad.net.id pldtdsl.net
    globe.com.ph skybroadband.com.ph edsamail.com.ph i-manila.com.ph pacific.net.ph ksc.th.com
    loxinfo.co.th thaimail.com ji-net.com inet.co.th csloxinfo.com vnn.vn hn.vnn.vn hcm.vnn.vn
    fpt.vn hcm.fpt.vn fpt.com.vn zing.vn`,
  'Australia, New Zealand, Pacific': `
    bigpond.com bigpond.net.au bigpond.com.au telstra.com optusnet.com.au optushome.com.au
    iinet.net.au internode.on.net westnet.com.au tpg.com.au dodo.com.au aapt.net.au
    ozemail.com.au ozemail.com adam.com.au netspace.net.au iprimus.com.au exetel.com.au
    aussiebb.com.au grapevine.com.au people.net.au primus.com.au chariot.net.au
    virginbroadband.com.au y7mail.com aanet.com.au southernphone.com.au activ8.net.au xtra.co.nz
    yahooxtra.co.nz clear.net.nz paradise.net.nz slingshot.co.nz vodafone.co.nz orcon.net.nz
    ihug.co.nz actrix.co.nz inspire.net.nz maxnet.co.nz kinect.co.nz snap.net.nz lagoon.nc
    mls.nc canl.nc mail.pf connect.com.fj`,
  'Latin America and the Caribbean': `
    uol.com.br bol.com.br terra.com.br ig.com.br globo.com globomail.com oi.com.br r7.com
    zipmail.com.br superig.com.br click21.com.br brturbo.com.br brturbo.com pop.com.br
    ibest.com.br veloxmail.com.br netsite.com.br onda.com.br sercomtel.com.br uai.com.br
    prodigy.net.mx telmex.com infinitum.com.mx terra.com.mx cablevision.net.mx axtel.net
    megared.net.mx une.net.co etb.net.co epm.net.co cable.net.co telecom.com.co tutopia.com
    cantv.net telcel.net.ve terra.cl vtr.net entelchile.net manquehue.net mi.cl tie.cl
    fibertel.com.ar speedy.com.ar arnet.com.ar ciudad.com.ar sinectis.com.ar uolsinectis.com.ar
    telecentro.com.ar infovia.com.ar advancedsl.com.ar adinet.com.uy montevideo.com.uy
    vera.com.uy speedy.com.pe terra.com.pe infonegocio.net.pe entelnet.bo cotas.com.bo
    andinanet.net interactive.net.ec satnet.net ice.co.cr racsa.co.cr cableonda.net cwpanama.net
    codetel.net.do coqui.net prtc.net cwjamaica.com caribsurf.com tstt.net.tt setarnet.aw
    nauta.cu enet.cu infomed.sld.cu latinmail.com`,
  'Africa, Middle East, Turkey': `
    mweb.co.za telkomsa.net telkom.co.za vodamail.co.za vodacom.co.za iafrica.com webmail.co.za
    absamail.co.za lantic.net polka.co.za cybersmart.co.za mtnloaded.co.za mtnonline.com
    intnet.mu orange.mu iway.na africaonline.com zol.co.zw africaonline.co.zw wananchi.com
    swiftkenya.com utlonline.co.ug orange.sn sentoo.sn aviso.ci afnet.net camnet.cm menara.ma
    iam.net.ma topnet.tn planet.tn gnet.tn hexabyte.tn djaweb.dz tedata.net.eg link.net
    internetegypt.com maktoob.com emirates.net.ae eim.ae saudi.net.sa nesma.net.sa sahara.com.sa
    qatar.net.qa qualitynet.net zajil.net batelco.com.bh omantel.net.om nets.com.jo index.com.jo
    cyberia.net.lb idm.net.lb terra.net.lb inco.com.lb dm.net.lb scs-net.org yemen.net.ye
    walla.com walla.co.il netvision.net.il zahav.net.il bezeqint.net 012.net.il 013.net
    013net.net barak.net.il inter.net.il actcom.co.il nana.co.il nana10.co.il smile.net.il
    mynet.com superonline.com ttmail.com turk.net ttnet.net.tr ttnet.com.tr e-kolay.net
    chmail.ir mihanmail.ir mail.ir iran.ir`,
};
