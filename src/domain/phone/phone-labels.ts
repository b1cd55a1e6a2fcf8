/** What the words around a number label it as; 'unsaid' without a label. */
export type NumberLabel = 'phone' | 'fax' | 'other' | 'unsaid';

/** Length of the text before a number that is searched for a label. */
export const LABEL_REACH_CHARS = 40;

const letters = (words: string): string => `(?<![\\p{L}])(?:${words})`;

/** Phone words of scripts with spaces, matched from the start of a word. */
const PHONE_WORDS =
  'telf(?:no)?s?|fonos?|tel[eéè]?(?:phone|fono?|fone|foon|f[oó]n(?:o|os)?|fonisch|efon|pon)?|t[ée]l[ée]?(?:phone)?s?|telp|telepono?|te?le?m(?:[oó]vel)?|telem[oó]vel|tl?fn?o?|phones?|ph|fon|fone|ff[oô]n|teil|call|dial|ring|text|sms|(?:my|mi|mon|mein|mio|meu) (?:n[uú]m[eé]ro|number|nummer)|(?:advice|assistance|booking|care|crisis|customer|enquiry|info|land|media|members?|membership|news|order|press|registration|service|support|tip) ?lines?|mobil(?:e|fon|ní|ný|is|ais)?|mob|m[óo]vil|mòbil|cell(?:ulare|phone)?|celular|cel|handy|gsm|cep|' +
  'help ?line|helpdesk|contact|kontakt|pbx|voice|pager|office|reception|emergency|enquir(?:y|ies)|customer (?:care|services?)|whats ?app|cp ?(?:#|no\\b)|viber|zap|wa|hp|signal|portable|puh(?:elin)?|vaihde|växel|(?:far)?sími|tālr(?:unis)?|kom|infolinia|centralit[ao]|centralino|conmutador|natel|appel(?:le|ez)(?:[- ](?:moi|nous))?|ll[aá]ma(?:me|nos)|chiama(?:mi|ci|te)|dir(?:ect)?|fixe|fij[oa]|fixo|fisso|festnetz|land ?line|sentralbord|port\\.|t\\. ?č|h/p|toll[- ]?free|free ?phone|free ?call|call[- ]?us|zentrale|durchwahl|standard|reach us|simu|' +
  'l[ií]n[eh]a (?:gratuita|nacional|directa|direta)|reservas|reservations|bookings|prenotazioni|réservations|reservierungen|rezervace|rezervări|num[eé]ro (?:verde|vert)|n° vert|çağrı merkezi|müşteri hizmetleri|di động|tổng đài|' +
  '\\p{L}{0,20}(?:telefon\\p{L}{0,4}|telefoon|hotline|anruf(?:en)?|(?:ruf|notruf|gratis|service|zentral|kontakt|handy|mobil(?:funk)?|telefon|festnetz|hotline|telefoon|störungs|sammel|notfall|info|beratungs|bereitschafts|mobiel|spoed|nood|doorkies|storings|alarm|direkte?|jour|nöd|nød|va[gk]t|hoved|akut|(?:matka)?puhelin|palvelu|päivystys|hälytys|toimisto|neuvonta|ajanvaraus|kriisi|haupt|büro|privat|notdienst|kundendienst|support|sentral|fast(?:net)?|døgn|hoofd|meld|larm|huvud|hjälp|yhteys|hätä)-?(?:nummer|nr|szám|numero|nro))|' +
  'skambin(?:kite|ti)|zvan(?:iet|īt)|dyżur|\\p{L}{0,9}tālru[nņ]\\p{L}{1,2}|' +
  'т[еэ]л(?:[еэ]фон\\p{L}{0,3})?|моб(?:ильн\\p{L}{1,2}|илен|ільн\\p{L}{1,2})?|сот(?:ов\\p{L}{2})?|утас|τηλ(?:[έε]φων[οα])?|κιν(?:ητ[όο])?|điện thoại|s?đt|(?:ال)?(?:هاتف|جوال|محمول|خلوي|نقال)|تلفون|موبايل|واتساب|للحجز|للتواصل|للاستفسار|اتصل|(?:ال)?رقم (?:ال)?(?:موحد|مجاني)|خدمة (?:ال)?عملاء|(?:ال)?خط (?:ال)?ساخن|تلفن|موبایل|همراه|فون|טלפון|טל|נייד|וואטסאפ|फ़?ोन|फोन|मोबाइल|मोबाईल|मो(?:०|\\.? ?नं)?|दूरभाष|सम्पर्क|ফোন|টেলিফোন|মোবাইল|হটলাইন|தொலைபேசி|கைபேசி|ఫోన్|ಫೋನ್|ದೂರವಾಣಿ|ഫോൺ|ફોન|ਫ਼?ੋਨ|දුරකථන|ტელ(?:ეფონი)?|მობ(?:ილური)?|հեռ(?:ախոս\\p{L}{0,4})?|բջջ|ስልክ';
/** Phone words of scripts without spaces, where a label may be the end of a longer word. */
const UNSPACED_PHONE_WORDS =
  '電話(?:番号|號碼)?|电话(?:号码)?|携帯|手机|手機|代表|直通|总机|總機|專線|专线|免付費|咨询|諮詢|投诉|投訴|预约|預約|订餐|報名|报名|举报|' +
  'フリーダイヤル|热线|熱線|客服|전화(?:번호)?|휴대폰|연락처|고객센터|โทร(?:ศัพท์)?|มือถือ|ទូរស័ព្ទ|ໂທ|ဖုန်း';
const FAX_WORDS =
  '\\p{L}{0,8}(?:fax|faks|факс|φαξ)\\p{L}{0,3}|facs[ií]mil\\p{L}{0,2}|faksimil\\p{L}{0,2}|belgege[çc]er|t[ée]l[ée]c(?:opie(?:ur)?)?|(?:ال)?فاكس|فکس|نمابر|دورنگار|פקס|फ[ैॅ]क्स|فیکس|फ्याक्स|ফ্যাক্স|தொலைநகல்|ఫ్యాక్స్|ഫാക്സ്|ෆැක්ස්|ფაქსი|ֆաքս|ፋክስ|τηλεομοι[όο]τυπ\\p{L}{1,2}|ff?acs|(?:mynd|bréf)sími';
const UNSPACED_FAX_WORDS =
  'ファックス|ファクス|ファクシミリ|传真|傳真|팩스|팩시밀리|โทรสาร|แฟกซ์|ទូរសារ|ဖက်စ်';
const AFTER_LABEL =
  '(?:\\.?[ -]?(?:no|nr|number|nummer|num|numero|número|č[ií]slo|broj|numarası|numeris|numurs|us|me|now|today|at|on|an|unter|au|al|is|est|es|è|é|ist|番号|号码|號碼|번호|n[.º°]|sz[áa]m))?';
const SIGNS = '[\\s.:;()\\[\\]#*|>–—/·•「」【】：、_-]{0,8}';

const PHONE_NAME = `(?:${letters(PHONE_WORDS)}|${UNSPACED_PHONE_WORDS})`;
const FAX_NAME = `(?:${letters(FAX_WORDS)}|${UNSPACED_FAX_WORDS})`;
const PHONE_LABEL = new RegExp(
  `(?:${PHONE_NAME}${AFTER_LABEL}|[☎✆📞📱🕿☏🤙])[\\s\\ufe0f]?${SIGNS}(?:\\([^()]{0,20}\\)${SIGNS})?(?:\\+?\\d{0,3})?$`,
  'iu',
);
const FAX_LABEL = new RegExp(
  `(?:${FAX_NAME}${AFTER_LABEL}|[📠🖷℻])${SIGNS}(?:\\([^()]{0,12}\\)${SIGNS})?$`,
  'iu',
);
/** Fax word, then one to three words and a colon: "Fax to email:", "Fax2Email:". */
const FAX_PHRASE = new RegExp(`${FAX_NAME}(?:[ -]\\p{L}{1,16}){1,3} ?[:：] ?$`, 'iu');
/** Words that also begin labels of other things: "Office space:", "Standard delivery:". */
const NOT_LINES =
  '(?!(?:call|contact|dial|dir|emergency|kontakt|office|reception|ring|standard|text|voice)\\b)';
const LINE_NAME = `(?:${letters(`${NOT_LINES}(?:${PHONE_WORDS})`)}|${UNSPACED_PHONE_WORDS})`;
/** Phone word, then the owner and a colon: "Tel. Patient:", "Handy privat:". */
const PHONE_PHRASE = new RegExp(`(?:${LINE_NAME}\\.?)(?:[ -]\\p{L}{1,16}){1,3} ?[:：] ?$`, 'iu');
/** Separators of joint labels: "Tel./Fax", "tel. e fax", "电话&传真", "Fax/Tel". */
const JOINED =
  '\\.?(?:\\s?[/&+・、-]\\s?|\\s(?:und|and|et|e|y|i|a|og|och|en|ve|и|і|та|και)\\s|(?=传真|傳真))';
const PHONE_AND_FAX = new RegExp(
  `(?:${PHONE_NAME}${JOINED}${FAX_NAME}|${FAX_NAME}${JOINED}${PHONE_NAME})${SIGNS}$`,
  'iu',
);
/** Label of a single letter, as in "T +49 … F +49 …". */
const LETTER_LABEL =
  /(?:^|[\s|,;·•/(])(?:(?<tel>[TPMC][.:)]?|[tpmΤΚτκТМтмتجטנ][.:])|(?:F[.:)]?|[fΦφФфفפ][.:)]))\s?$/u;
/** Small letter without punctuation as a label, only at the start of a line in a signature. */
const LINE_LABEL = /^(?:[tpmcod]|(f)) $/;
/** "Fax" after a number, when no number follows that it could be the label of. */
const FAX_AFTER = /^\s?[-–,([]?\s?(?:tele)?fax\s?(?:[.,;)\]|](?![\s.:]{0,3}[+(\d])|$)/i;

/** Stems of headings above contact data: "Kontaktujte nás", "Contact us". */
const CONTACT_WORDS =
  'kontakt|contact|contáct|contatt|contat|kapcsolat|elérhetőség|iletişim|контакт|связ|звʼяз|επικοινων|hubungi|liên hệ';
const CONTACT_PHRASES =
  '联系(?:我们|方式)|聯絡(?:我們|方式)|お問い?合わ?せ|문의|تواصل معنا|اتصل بنا';
const CONTACT_HEADING = new RegExp(
  `^\\P{L}{0,6}(?:(?:${CONTACT_WORDS})\\p{L}{0,10}(?: \\p{L}{1,12}){0,2}|${CONTACT_PHRASES})\\P{L}{0,4}$`,
  'iu',
);
/** Date after the number of a record: "Bestellung 0172 4481 7736 vom 03.02.2025". */
const DATED_AFTER = new RegExp(
  '^,? (?:vom|dated|of|du|del|de|z dnia|zo dňa|ze dne|от|від|din|av den|tarihli) ' +
    '\\d{1,2}[. /-]{1,2}(?:\\d{1,2}|\\p{L}{3,9})[. /-]{1,2}(?:19|20)\\d{2}',
  'iu',
);
/** Whether a letter on each side makes the digits part of an identifier: P051234567X. */
const isLettered = (before: string, after: string): boolean =>
  /[\p{Lu}\p{Ll}]$/u.test(before) && /^\p{Lu}(?!\p{L})/u.test(after);

/** Word for "number" after the name of a record; without meaning after other words. */
const COUNTED = '[ -]?(?:no|nr|num|nummer|number|n[º°]|id|code)';
const LABEL_SIGNS = '[\\s.:#()/-]{0,6}';
/** Labels of identifiers, German and Nordic compounds among them. */
const NAMED =
  'sku|id|imei|passe?port[oe]?|pasaporte|reisepass|paszport\\p{L}?|паспорт\\p{L}{0,2}|r[eé]f(?:er[eê]n(?:ce|cia|tie)|érence)?|apólice|rif|prot|арт|konto|(?:bank|plus|post)?giro|[bp]g|paybill|zip(?:\\+4)?|plz|cep|pin|box|private bag|postfach|postbus|postboks|apartado|casilla|caixa postal|boîte postale|bp|pmb|gpo|matricola|serial|invoice|tracking|code|aktenzeichen|az|roll|passcode|cuenta|c[eé]dula|rekening|folio|артикул|artikuls|\\p{L}{2,24}-?(?:nummer|nr|numero|nro|code|koodi?|kod[eu]?|kód|tunnus)';
/** Names of numbered records; other words before the word for "number" may mean a phone. */
const HUNGARIAN =
  '(?:adó|alkatrész|alváz|csekk|azonosító|bankszámla|bizonylat|biztosítási|cégjegyzék|cikk|csomag|engedély|foglalási|gyári|gyártási|helyrajzi|hitelesítési|igazolvány|iktató|iktatási|kamarai|kártya|katalógus|kötvény|követési|köteg|leltári|működési|nyilvántartási|nyomkövetési|okmány|pályázati|raktári|regisztrációs|rendelés|rendelési|rendszám|sorozat|számla|személyi|szerződés|szerződési|tagsági|termék|tétel|törzs|törzskönyvi|törzsvásárlói|tranzakció|útlevél|ügy|ügyfél|ügyirat|vásárlói|vevő)[ -]?sz[áa]m';
const HEBREW =
  'מק["״]?ט|[חע]\\.?["״]?[פמ]|ת\\.?["״]?ד|ע["״]ר|ברקוד|קוד(?: מוצר)?|(?:מספר|מס[\'׳]) (?:אישור|אסמכתא|בקשה|דגם|דרכון|היתר|הזמנה|הצעה|זהות|חבילה|חבר|חברה|חשבון|חשבונית|כרטיס|לקוח|מוצר|מכרז|מסמך|מעקב|משלוח|סידורי|ספק|עובד|עוסק|עמותה|פוליסה|פנייה|פניה|פריט|קבלה|קטלוגי|רישוי|רישיון|רכב|רשיון|תיק|תעודה)';
/** Names of records: Polish, Italian, Portuguese, Spanish, French, Romanian, Dutch, German, etc. */
const RECORDS =
  'ofert[ay]|zamówieni[ae]|faktur[ay]|umow[ay]|paczk[ai]|przesyłk[ai]|spraw[ay]|zleceni[ae]|polis[ay]?|decyzj[ai]|klient|artykułu?|produktu?|licencj[ai]|rachunku|rachunek|księgi|działk[ai]|uchwał[ay]|ustaw[ay]|' +
  'fattura|ordine|bolla|pratica|protocollo|polizza|contratto|conto|tessera|articolo|modello|licenza|autorizzazione|iscrizione|determina|delibera|decreto|legge|bando|preventivo|ricevuta|spedizione|lotto|' +
  'pedido|nota(?: fiscal)?|processo|contrat[ot]o|fatura|boleto|protocolo|apólice|licen[çc]a|registo|matr[ií]cula|proposta|conta|edital|lei|factura|expediente|albarán|póliza|licencia|presupuesto|orden|siniestro|lote|' +
  'commande|devis|contrat|dossier|compte|colis|mandat|agrément|décret|lot|comand[aă]|dosar|aviz|autorizați[ae]|' +
  'bestelling|factuur|klant|pakket|offerte|rechnung|auftrag|bestellung|vertrag|kunden?|angebot|beleg|konto|mitglied|steuer|sendung|los|' +
  'ordre|bestilling|sag|vare|medlem|tilbud|polise|kund|ärende|beställning|tilaus|lasku|objednávk[ay]|smlouv[ay]|zmluv[ay]|účtu?|porudžbin[ae]|narudžb[ae]|računa?|sipariş|[iİ]lan|dosya|poliçe|müşteri|abone|kargo|takip';
/** Arabic, Persian, Vietnamese and Indonesian labels, which begin with the word for "number". */
const NUMBER_FIRST =
  'رقم (?:القطعة|الطلب|الحساب|الترخيص|الرخصة|المنتج|الفاتورة|العضوية|الهوية|الشحنة|التسجيل|المرجع|الموديل|القيد|العقد|الملف|الإعلان|السجل|البوليصة)|الرقم (?:الضريبي|التسلسلي|الوطني|المدني|المرجعي)|(?:رقم )?السجل التجاري|الرمز البريدي|رمز المنتج|صندوق البريد|ص\\.? ?ب|' +
  'شماره (?:ثبت|حساب|سفارش|سریال|کارت|فنی|پروانه|مجوز|فاکتور|پرونده|عضویت|شبا|پیگیری)|شناسه ملی|کد(?: (?:کالا|پستی|محصول|ملی|اقتصادی|رهگیری))?|' +
  'mã (?:số(?: thuế| doanh nghiệp)?|sản phẩm|sp|đơn hàng|hàng|khách hàng|vận đơn|bưu chính)|số (?:tài khoản|tk|giấy phép|hợp đồng|hóa đơn|đăng ký|chứng minh)|giấy phép số|mst|stk|gpkd|cmnd|cccd|(?:gp)?đkkd(?: số)?|' +
  'no(?:mor|\\.) (?:seri|izin|pesanan|resi|induk|faktur|anggota|registrasi|kontrak|ktp|sk|str|akta|pelanggan|katalog|referensi|surat|siup|polis|rekening)';
/** Words for codes and accounts; after an opening bracket, a code may be an area code. */
const CODES =
  '(?<!\\()(?:c[oó]d(?:\\.|ice|igo|e|ul)?|kod(?:as|s|u)?|kód|kode|kood|šifra|шифра|код|κωδ(?:ικ[όο]ς)?)(?: d[eoi]l?)?(?: (?:art(?:icol|ikl|ícul|icle)|prod[uo]|proizvo|izdel|zbo|tova|towa|piè|pies|ricam|client|klient|immob|imóv|immeuble|dest|rastr|post?|pošt|poșt|fisc|barang|товар|детал|артик|на прод|προϊ)\\p{L}{0,9})?|(?:žiro|tekući|transakcijski) račun|(?:расч[её]тный|лицевой) сч[её]т|[рк]/с|(?:особовий|поточний) рахунок|cont[oa] corrente|cuenta corriente|c/c(?: postale)?|cont bancar|variabil(?:ní|ný) symbol|bankovní spojení|жиро сметка|azonosító|hrsz|č\\. ?j|sygnatura|chiffre';
const COUNT =
  '(?:n\\.?[º°o]|n|nr|n[uú]m[eé]ro|n[uú]m|num(?:er|mer|ber|urs|eris|aras[ıi]|[aă]r)|č(?:[ií]slo)?|br(?:oj)?|št(?:evilka)?|бро[јй]|бр|номер|αρ(?:ιθμ[όο]ς)?)\\.?';
/** Stems of names of records in inflecting languages: "kataloški broj", "Nr seryjny". */
const STEMS =
  '(?:katal|cat[aá]log|каталож|каталош|καταλ[όο]γ|s[eé]ri|seryj|sērij|seeria|сер[иі][йјс]|сериен|σειρ|matri[čc]|mati[čc]n|matríc|матич|invent|инвент|інвент|identyf|identif|идентиф|ідентиф|evid[eе]n|ewiden|enrol|enregist|immatric|inscri|iscriz|(?:în)?regist(?!rat[uū])|reģistr|rejestracyj|регистр(?!атур)|реєстр(?!атур)|tescil|kayıt|sicil|pore[sz]|порес|davčn|daňov|данъч|даноч|податк|fabri[čc]|fabry|фабрич|заводсь?к|tvorni|výrob|objedn|narudž|naročil|porudž|delovod|urudž|jednac|račun|рачун|skladov|typov|účt|hesap|sąskait|konta(?![kc])|artik|artíc|zásil|zásiel|pošilj|пратк|siunt|suivi|seguim|rastrei|fa[kc]tur|faktúr|фактур|ugovor|pogodb|contrat|sutarti|līgum|sözleşm|poji[sš]t|poliț|полис|парт[иі][иїя]|šarž|části|części|детал|parça|piè[cs]|картк?[иы]|karty|partii|licen[cčçsț]|лиценз|ліценз|ruhsat|lisans|povolen|odobren|rešenj|uprawn|autori[sz]|habilit|agrém|zákazn[íi]|adhér|člen|üye|afilia|associad|coleg|kadastr|cadastr|кадастр|табельн|уч[её]тн|порядков|номенклат|оригинальн|προτοκ|πρωτ|μητρ|παραγγελ|λογαριασμ|[αά]δε[ίι]|τιμολογ|αποστολ|refer|référ|stok|belge|evrak|сметк|договор|накладн|отправл|нарачк|поръчк|артикул|входящ|certific|consign|enrol|applicat|ansök|pedid|déclar|ogłosz|wpis)\\p{L}{0,12}';
/** Abbreviated stems, and English words that mean an identifier only before {@link COUNT}. */
const SHORT =
  '(?:best\\.|auftr|kd|mitgl|pers|rg|ser|vertr|vers\\.|kat\\.|cat\\.|st\\.-|til\\.|nyilv\\.|eng\\.|art|kto|reg|rej|reģ|ref|prot|πρωτ|inv|ident|obj|lic|кат|a/c|batch|docket|token|voucher|consumer|bilty|challan|cheque|consignment|form|job|quot(?:e|ation)|receipt|waybill|work order|lot|group|oem|tc|rera|dl|kw|albo|aut|alvará|encomenda|tellimuse|arve|lepingu|kliendi|viite|tegevusloa|laskun|pi[eè]ce|[dş]asi)';
/** Words that before {@link COUNT} may be part of a service's name: "Atención al cliente nº". */
const OWNED =
  'klient[ai]|cliente?|socio|sócio|parte|carte|cartão|conta?|dílu|dielu|dela|šasije|predmeta';
const COUNTED_BY =
  `(?:(?:${STEMS}|${SHORT}|${RECORDS})[ .-]{1,3}${COUNT}|` + `${STEMS}numbe?r[is]{0,2})`;
const CYRILLIC =
  'заказ[ау]?|сч[её]та?|договора?|накладн\\p{L}{2}|замовлення|рахунк[ау]|поръчка|фактура';
const IDENTIFIERS = `${NAMED}|${HUNGARIAN}|${HEBREW}|${NUMBER_FIRST}|${CODES}|${COUNTED_BY}`;
/** Abbreviations, and names of records after {@link COUNT}: "N° de commande", "номер заказа". */
const COUNTED_RECORD = new RegExp(
  `${letters(
    `acct(?: no)?|a/c|awb|rma|pnr|qq|icq|isin|(?:facture|${CYRILLIC}) ?(?:n°|no|№)|` +
      `${COUNT} ?(?:d[aeio]l? |d['’]|на )?` +
      `(?:${RECORDS}|${SHORT}|${OWNED}|facture|${CYRILLIC}|${STEMS})`,
  )}[ .:#]{0,3}$`,
  'iu',
);
/** Labels of identifiers in scripts without spaces. */
const UNSPACED_IDENTIFIERS =
  '(?:注文|商品|受注|発注|伝票|届出|認定|指定|事業所|カタログ|送り状|追跡|管理|会員|會員|顧客|お客様|口座|予約|受付|整理|製造|製品|部品|型|品|契約|証券|登録|登記|許可|認可|免許|法人|事業者|郵便|識別|請求書?|見積|申込|申請|承認|確認|図書|求人|案件|物件|シリアル|ロット|旅券|個人|患者|診察券|学籍|社員|納品書|帳[號号]|訂單)番[号號]|编号|編號|单号|單號|[品型]番|(?:業|古物商)(?:許可|免許)|振替口座|商業登記|(?:[账帳货貨料型批单單案文字]|(?:[证證注]|注册|登记|执照|執照|发票|發票|会员|會員|保單|备案))[号號][码碼]?|邮编|郵遞區號|統編|コード|' +
  '(?:주문|상품|송장|운송장|사업자|등록|계좌|카드|회원|고객|접수|문서|우편|주민|여권|면허|허가|판매업?신고|법인|품목|제품|모델|일련|인증|승인|관리|증권|계약|거래|매물|물건|공고|학번|예매|추적|부품|신고|제조|고유|기관) ?번호|통신판매업 ?신고|품번|계좌|모델명|코드|' +
  '(?:เลขที่|เลขทะเบียน|เลขประจำตัว|เลขพัสดุ|รหัส|บัญชีเลขที่|ทะเบียนเลขที่|หมายเลข(?:บัญชี|สมาชิก|เครื่อง|พัสดุ))[\\p{L}\\p{M}]{0,20}';
/** Names of numbered things, on a line of their own possibly part of a name: "John Case". */
const NUMBERED =
  'order|item|model|part|art(?:icle|ikel)?|case|ticket|build|version|cap|since|policy|' +
  'member|reg|licen[cs]e|permit|grant|file|patent|account|company|registered|' +
  'charity|capital|tax|commission|customer|contract|card|passport|student|' +
  'confirmation|claim|loan|routing';
/** Names of things and of desks that take calls; identifiers only before {@link COUNTED}. */
const DESKS = 'members|membership|registration';
const IDENTIFIER_LABEL = new RegExp(
  `(?:${letters(`(?:${IDENTIFIERS}|${NUMBERED})(?:${COUNTED})?|(?:${DESKS})${COUNTED}`)}|${UNSPACED_IDENTIFIERS}|[#№〒©®])${LABEL_SIGNS}$`,
  'iu',
);
/** Records that begin a clause without {@link COUNT}; an office's name begins with another word. */
const BARE_RECORD = new RegExp(
  '^\\P{L}{0,6}(?:alvará|matr[ií]cula|protocoll?o|processo|expediente|exp(?:te|\\.)|dossier|edital|' +
    'pratica|licen[cç]i?a|presupuesto|albarán|devis|boleto)[\\s.:#/-]{0,6}$',
  'iu',
);
/** Records, with their owner or without, in messages: "Ihre Sendung 0172 …", "parcel 07824 …". */
const OWN_RECORD = new RegExp(
  '^\\P{L}{0,6}(?:(?:ihre?|your|votre|su|tu|(?:il|la) (?:tuo|suo|tua|sua)|o seu|a sua|seu|sua|uw|je|din|' +
    'tvoj[ae]?|twoj[ae]|vaš[ae]?|váš|ваш[аеу]?|ваше|the|die|das|der) )?(?:auftrag|bestellung|sendung|paket|' +
    'rechnung|commande|colis|facture|pedido|paquete|envío|factura|ordine|pacco|spedizione|fattura|encomenda|' +
    'fatura|bestelling|pakket|factuur|zamówienie|paczka|przesyłka|faktura|beställning|objednávk[auy]|zásilka|' +
    'balík|rendelés|csomag|comanda|coletul|заказ|посылка|замовлення|sipariş|parcel|package|shipment|invoice) $',
  'iu',
);
/** {@link IDENTIFIERS} on the line above; {@link NUMBERED} alone, with a count or a colon. */
const IDENTIFIER_LINE = new RegExp(
  `(?:^\\P{L}{0,6}(?:${NUMBERED})|${letters(`(?:${IDENTIFIERS}|(?:${NUMBERED}|${DESKS})${COUNTED}|(?:${NUMBERED})\\s?[:#])`)})${LABEL_SIGNS}$`,
  'iu',
);
/** Words for registers, taxes, banks and books, which label a number later in their clause. */
const REGISTER = new RegExp(
  `${letters(
    'isbn|issn|vat|ust-?id|umsatzsteuer\\p{L}{0,20}|steuer-?(?:nr|nummer)|hrb|hra|uid|iban|swift|blz|siret|siren|naf|tva|abn|acn|d-u-n-s|kvk|btw|p\\.? ?iva|codice fiscale|regon|pesel|cnpj|cpf|inscri[cç][aã]o|ogrn|kpp|инн|огрн|кпп|gtin|upc|asin|gst(?:in)?|llpin|eori|mwst|organisationsnummer|org\\.? ?nr|cvr|y-tunnus|ičo?|dič|adószám|cégjegyzékszám|mersis|vergi|cuit|siren|contribuinte|aadhaa?r|npwp|kimlik|henkilötunnus|kennitala|rodné číslo|снилс|єдрпоу|булстат|身份证|マイナンバー|税号|稅號|patent (?:no|number)|company (?:no|number|reg)|registered in|registration (?:no|number)|charity (?:no|number)|tax (?:no|number|id)|sort code|(?:handels|vereins|genossenschafts|partnerschafts|stiftungs|vermittler)register|registre|registro|登録番号|法人番号|許可|免許|统一社会信用代码|統一編號|icp|备案|사업자(?:등록번호)?|통신판매',
  )}(?:${COUNTED})?(?!\\p{L})`,
  'iu',
);
/** Register abbreviations in capitals; in small letters they are words of some language. */
const REGISTER_CAPITALS = new RegExp(
  '(?<!\\p{L})(?:FN|BIC|RCS|APE|EIN|DUNS|VIN|CIF|NIF|NIE|IVA|REA|KRS|NIP|IE|' +
    'EAN|DOI|CIN|PAN|TAN|TIN|SSN|LEI|CHE|ICO|DIC|CUI|RFC|RUT|RUC|NIT|NPI|MRN|IMEI|IMSI|PO|NHS|NINO|UTR|TFN|' +
    'NZBN|NRIC|UEN|CNIC|NIK|BVN|TCKN|VKN|OIB|PIB|JMBG|EGN|EIK|ЕГН|ЕИК|CNP|AFM|ΑΦΜ|ΑΜΚΑ|BSN|RSIN|KBO|BCE|AHV|AVS|SVNR|' +
    'CPR|БИК|УНП|БИН|ИИН|ІПН|CURP|NSS|CUIL|DNI|RIF|NIPC|NISS|(?:INN|KPP)(?=\\s?[:№/])|' +
    '(?:RPPS|ADELI|FINESS|ORIAS|RNA|CRECI|CRM|OAB|CREA|CRO|CRN|SUSEP|ANVISA|NIRE|RG|AMI|OMD|ERS|RNAVT|RNET|FSSAI|NMLS|DEA|USDOT|CSLB|NIB|SIUP|KMKR|TRR|LUCID|BSNR|LANR|IK|GnR|ΓΕΜΗ|ΜΑΕ|РНОКПП|OCR|KID|Dnr|Dnro)(?=(?:[-/ ][A-Z]{2})?[\\s:.#nNº°o-]{0,6}$))(?!\\p{L})',
  'u',
);
/**
 * End of a clause; a dash only between digit and word, a full stop behind digits and their check
 * letters: "NIT 900.123.456-7 – Línea gratuita", "DNI 12345678-Z. Cita".
 */
const CLAUSE_END =
  /[,;|•·\n]|(?<=\d\p{L}{0,2})[、。，；،؛]|(?<=\d) [–—-] (?=\p{L})|(?<=\d-?\p{Lu}{0,2})\. (?=\p{Lu})/gu;

/** The text since the start of the last clause. */
function clauseOf(before: string): string {
  let start = 0;
  for (const { 0: end, index } of before.matchAll(CLAUSE_END)) start = index + end.length;
  return before.slice(start);
}

const WORD_BEHIND_DIGIT = /(?<=\d)[\s.,)]{1,4}(?=\p{L}{3})/u;
const MIN_REGISTERED_DIGITS = 7;

/** Whether a phone label or contact heading comes first; branches and accounts begin otherwise. */
function beginsAsContact(text: string): boolean {
  const [first = '', second = ''] = text.split(' ', 2);
  return [first, `${first} ${second}`].some(
    (words) => PHONE_LABEL.test(words) || CONTACT_HEADING.test(words),
  );
}

/** Cuts a register number before a contact: "ABN 51 824 753 556 Contact us on 1800 …". */
function sinceNumber(clause: string): string {
  const parts = clause.split(WORD_BEHIND_DIGIT);
  const digits = parts.at(-2)?.replace(/\D/g, '').length ?? 0;
  const rest = parts.at(-1) as string;
  return digits >= MIN_REGISTERED_DIGITS && beginsAsContact(rest) ? rest : clause;
}

function isRegistered(clause: string): boolean {
  const rest = sinceNumber(clause);
  return REGISTER.test(rest) || REGISTER_CAPITALS.test(rest);
}

/**
 * Labels a number by the words before and after it.
 * @param textBefore the number's line up to it; the last {@link LABEL_REACH_CHARS} are read
 * @param lineAbove the line above a number at the start of its line; as many characters are read
 */
export function numberLabelOf(textBefore: string, after: string, lineAbove = ''): NumberLabel {
  const before = textBefore.slice(-LABEL_REACH_CHARS).replace(/fax2(?=e?-?mail)/i, 'fax to ');
  const above = lineAbove.slice(-LABEL_REACH_CHARS);
  const words = above === '' ? before : `${above} ${before}`;
  if (isLettered(before, after)) return 'other';
  const letter = LETTER_LABEL.exec(words)?.groups;
  if (PHONE_AND_FAX.test(words)) return 'phone';
  const line = LINE_LABEL.exec(words);
  const isFax = (letter && !letter.tel) || line?.[1];
  if (FAX_LABEL.test(words) || isFax || FAX_AFTER.test(after)) return 'fax';
  if (PHONE_LABEL.test(words) || letter || line) return 'phone';
  if (FAX_PHRASE.test(words)) return 'fax';
  const isIdentifier =
    IDENTIFIER_LABEL.test(before) ||
    COUNTED_RECORD.test(before) ||
    DATED_AFTER.test(after) ||
    [BARE_RECORD, OWN_RECORD].some((form) => form.test(clauseOf(before))) ||
    isRegistered(clauseOf(before)) ||
    isLabelOfIdentifier(above);
  if (isIdentifier) return 'other';
  const isContact = CONTACT_HEADING.test(lineAbove) && !/\p{L}/u.test(before);
  return isContact || PHONE_PHRASE.test(before) ? 'phone' : 'unsaid';
}

/** Stems of calling, writing and reaching, in a sentence about a number: "ring me on 0412 …". */
const CALLING =
  'call|ring|phone|dial|te?xt|sms|message|msg|whats ?app|reach|contact|hit (?:me|us) up|ruf|rufen|anruf|meld|erreich|schreib|appel|joindre|joignable|t[ée]l[ée]phon|ll[aá]m|escr[ií]b|m[aá]nd[aáe]|m[aá]rc(?:a[mnlr]|u)|comun[ií](?:c|qu)|wh?ats|wasap|wsp|lig(?:a|ue|ar)(?!\\p{L})|cham[aeo]|escrev|conta[ct]t|kontakt|zap|chiam|scriv|' +
  'bel(?:len)?(?!\\p{L})|app(?:en)?(?!\\p{L})|bereik|skriv|n[åa]s(?!\\p{L})|tilmeld|soit|viesti|helista|sõnum|zvan|raksti|skambin|rašyk|parašyk|dzwo|zadzwo|pisz|napisz|volej|volat|zavol|piš(?:te|em|i)|napíš|hív|keress|írj|elér|sun[aăi]|scri[ie]|apela|nazov|pozov|zovi|javi|pokličit|pišit|ara(?:y\\p{L}*)?(?!\\p{L})|mesaj|ulaş|iletişim|irtibat|' +
  "(?:по)?звон|(?:на)?пиш|обращ|обад|дзвон|телеф|набер|наб[иі]р|(?:для )?св[\u02bcʼ'яі]+з|(?:в|на) ?(?:ватсап|вотсап|вайбер)|для зв|јав|побар|пише|κ[αά]λ[εέ]σ|τηλ[εέ]φων|επικοινων|στε[ίι]λ|" +
  'ל?ה?תקשר|תתקשר|צלצל|הודעה|לפרטים|(?:ال|لل)?(?:اتصل|اتصال|كلم|راسل|تواصل|حجز|استفسار|واتس)|رقمي|تماس|زنگ|پیام|رابطہ|कॉल|फ़?ोन|संपर्क|सम्पर्क|मैसेज|যোগাযোগ|কল|ফোন|அழை|தொடர்பு|' +
  'hubungi|telp|telepon|chat|gọi|nhắn|liên hệ|lh(?=:)|zalo|alo(?!\\p{L})|piga|nipigie|mpigie|tuma|nitumie|wasiliana|tawag|itext|დარეკ|დაგვირეკ|զանգ|zəng|хабарлас|қоңырау|' +
  '(?:my|mon|m[ií]|meu|mein\\p{L}?|mio|min|mitt|můj|mój|mo[jg]|мой|м[оі][яій]|benim|new|our|his|her|neue|nový|nowy|noul|новый|nuevo|novo)(?: \\p{L}{2,6})? (?:n[uú]m\\p{L}{0,5}|no|nr|nummer|номер|číslo|broj)|' +
  '(?:number|namba|nambari|nomor|nombor|numărul|broj|номер|n[uú]mero|رقم|شماره|নম্বর|नंबर|نمبر) (?:mpya|yangu|hii|saya|baru|aku|meu|nou|moj|mi je|мой|новый|nuevo|novo|من)|(?:मेरा|আমার|میرا) (?:नंबर|নম্বর|نمبر)';
const UNSPACED_CALLING =
  '連絡|電話|お問|연락|전화|문자|문의|联系|聯[絡繫]|致[电電]|[拨撥]打|請撥|微信|โทร|ติดต่อ';
const CALLED = `(?:${letters(CALLING)}|${UNSPACED_CALLING})`;
const SPEAKS_OF_CALLING = new RegExp(`(?:${CALLED})`, 'iu');
/** Words for parcels, orders and bills, which messages use without a label. */
const RECORD_NAME = `(?:${RECORDS}|${CYRILLIC}|${NUMBERED}|parcel|package|packet|shipment|delivery|booking|reservation|invoice|tracking|pa(?:ke|cz|que)[tk]|paquete|envío|encomenda|entrega|colis|sendung|bestell|lieferung|paczk|przesyłk|zásilk|balík|csomag|rendelés|colet|пакет|посылк|отправлени|заказ|трек|siparişi|kargo|resi|pesanan|طلب|شحن|طرد|سفارش|ऑर्डर|অর্ডার)\\p{L}{0,3}(?!\\p{L})`;
const UNSPACED_RECORD = '订单|運單|运单|快递|注文|주문|운송장|택배|พัสดุ|หมายเลขคำสั่ง';
const SPEAKS_OF_RECORD = new RegExp(`(?:(?:${letters(RECORD_NAME)}|${UNSPACED_RECORD}))`, 'iu');
/** End of a sentence or of another number, which the words before it belong to. */
const SENTENCE_END = /[!?;…](?=\s|$)|\.(?=\s\p{Lu})|(?<=\d[ ./-]?\d{3})(?!\d)/gu;

/** Whether the sentence around an unlabelled number mentions calling, and not a record. */
export function speaksOfCalling(before: string, after: string): boolean {
  const own = before.slice(-LABEL_REACH_CHARS).split(SENTENCE_END).at(-1) as string;
  const behind = /^[^\d\n.!?;]*/.exec(after.slice(0, LABEL_REACH_CHARS))?.[0] as string;
  const isSaid = (of: RegExp) => of.test(own) || of.test(behind);
  return isSaid(SPEAKS_OF_CALLING) && !isSaid(SPEAKS_OF_RECORD);
}

/** Characters of the line above that are read for a label. */
const MAX_LINE_ABOVE = 60;

/** The text before a number on its line, and the line above if that text is very short. */
export function wordsBefore(text: string, start: number): { own: string; above: string } {
  const before = text.slice(Math.max(0, start - LABEL_REACH_CHARS - MAX_LINE_ABOVE), start);
  const line = before.lastIndexOf('\n');
  const own = before.slice(Math.max(line + 1, before.length - LABEL_REACH_CHARS));
  if (line < 0) return { own, above: '' };
  // Up to two letters may precede it: "BE " in the cell after a cell with "VAT".
  if (/\d|\p{L}{3}/u.test(own)) return { own, above: '' };
  const above = before.slice(before.lastIndexOf('\n', line - 1) + 1, line);
  return { own, above: above.replace(/\D/g, '').length > 4 ? '' : above };
}

/** Whether a text is a label: "Fax", "Telefon", "Order no." */
export const isLabel = (text: string): boolean => numberLabelOf(`${text}: `, '') !== 'unsaid';

/** Longest label without a colon; more words are a heading or name: "Registro Civil de Madrid". */
const MAX_LABEL_WORDS = 3;

const isLabelOfIdentifier = (line: string): boolean =>
  IDENTIFIER_LINE.test(line) ||
  (isRegistered(clauseOf(line)) &&
    (/:\s?$/.test(line) || line.trim().split(' ').length <= MAX_LABEL_WORDS));
