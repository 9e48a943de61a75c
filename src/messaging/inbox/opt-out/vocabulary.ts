/**
 * How clients ask to end texting, and what only sounds like it, as data. Words are plain: lower case, no accents, no
 * apostrophes. In a pattern, {name} stands for one word of SLOTS, {name?} for one or none, {name*} for up to eight,
 * `..` for up to four words, `...` for up to eight, ^ and $ for the ends of a clause.
 */

/** Each of these ends texting when a text consists of nothing else, doubled or combined ("STOP ALL", "stop unsubscribe"). */
export const STOP_KEYWORDS =
  "stop stopall unsubscribe cancel end quit revoke optout alto basta parar pare detener cancelar baja arret";
export const KEYWORD_OBJECTS = "all sms text texts message messages";

/** Words that say nothing about what is asked: courtesy, emphasis and swearing. */
const COURTESY = `
  please pls plz plse pleaz kindly thanks thank thankyou thx ty tysm sorry hi hello hey dear sir maam mam guys yall folks
  ok okay now asap immediately already just really seriously simply fucking fuck freaking effing damn god goodbye bye hereby
  well yes ya yo and also for completely entirely dude bro hun hon good again forever
  por favor gracias porfa porfavor hola svp merci`;

export const SLOTS = {
  courtesy: COURTESY,
  lead: `${COURTESY} you i im id ive we would like want wish need to have asked ask said say told that can could will may must do be
    mind if appreciate trying gotta quiero quisiera favor`,
  trail: `${COURTESY} you anymore ever to on at this my number phone cell mobile in it about anything nolonger period
    exclamation point mas nunca`,
  end: "stop stops stopping quit cease discontinue halt desist end cancel terminate stopp",
  texting:
    "texting messaging txting textin messagin msging contacting spamming bothering harassing pestering smsing soliciting bugging",
  sending: "sending sendin blasting forwarding",
  send: "send sending sent text texting message messaging msg contact contacting call calling email emailing bother bothering write",
  text: "text txt message msg contact sms spam bother harass dm solicit",
  texts: `text texts txt txts message messages msg msgs sms mms textmessages notification notifications
    alerts mensaje mensajes texto textos mensagem mensagens nachricht nachrichten messaggi messaggio`,
  offers: `promo promos promotion promotions promotional offers ads advertisements advertising marketing spam newsletters newsletter
    specials deals coupons blasts solicitations solicitation communication communications contact correspondence contacted updates
    reminders reminder junk publicidad promociones ofertas promocoes werbung`,
  me: "me us",
  my: "my this our",
  number: "number phone cell mobile line cellphone name",
  these:
    "these those this the your ur yalls any all such further future other of from more with damn annoying anymore",
  kind: `text texting sms messaging mailing marketing contact calling phone promo promotional promotions email client customer
    subscriber distribution message messages mass`,
  list: "list lists database system records contacts directory mailinglist rolodex phonebook",
  off: "off from out of your ur the this that all any every yalls",
  no: `no not dont never nolonger cant wont didnt doesnt isnt arent without stop quit enough hate tired sick too unwanted unsolicited
    off rid ne plus nunca jamas sin kein keine nicht nao non`,
  isnt: "isnt arent not wasnt aint",
  denied: "dont never didnt",
  cant: "cant couldnt wont hasnt doesnt didnt havent",
  receive: "receive received receiving get getting got gotten see seen seeing",
  a: "a any the your my that another more an her his our both two one some",
  this: "this it these those that them em any anything your",
  remove: "remove removing delete take taking get drop scrub purge erase strike removed taken pull",
  book: "cancel cancelling canceling move cancelar cambiar mover anular annuler",
  need: "need needed have has had gotta must going might may wanted trying order",
  can: "can could may should will ill would",
  i: "i we u you she he they",
  place: "by in at over near before after outside on off into until for light sign to",
  noun: "bus pit next last first rest hard full non one quick subway train truck dead my which",
  mandaron: "llegan llega mandaron enviaron llego llegaron mando enviaste mandaste",
  deje: "deje dejo dejar dejen deja",
  laEs: "de la el lo mi un una las los",
  esOther:
    "(?!mand|envi|escrib|text|molest|llam|mens|lista|num|ching|jod|fastid|acos|hostig)\\p{L}+",
  puedo: "puedo podemos llego alcanzo necesito voy hay esta estan trabaja",
  perder: "perder cancelar cambiar que tan muy el la los las un una",
  love: "love amazing cute good gorgeous great",
  person:
    "dude guy girl gal lady woman man boy person chat thread phone cell family client customer people",
  doing: `itching bleeding burning peeling hurting flaking frizzing falling shedding growing fading coloring dyeing highlighting
    bleaching using taking wearing shaving waxing tanning eating drinking smoking smiling looking staring crying laughing thinking
    talking raining snowing working moving washing scratching picking biting charging billing breaking chipping lifting swelling
    tingling stinging sweating sneezing coughing putting doing going coming overbooking making treating`,
  thing: `appointment appointments appt appts apt booking bookings book books reservation slot spot visit session class classes
    schedule calendar service services facial facials massage massages mani manicure pedi pedicure nail nails lash lashes brow brows
    eyebrow eyebrows wax waxing color colour colors highlight highlights balayage blowout blowdry cut cuts haircut hair trim bangs layers
    roots extension extensions keratin perm polish gel gels acrylic acrylics shellac dip tint glaze toner gloss peel botox filler fillers
    treatment treatments tan tattoo makeup membership plan package deposit fee fees charge charges bill tip addon add upgrade card
    order skin tag tags mole moles scalp ring rings earrings contacts dye stain stains invoice invoices receipt autopay payment payments
    shampoo photo photos picture pictures daughter son husband wife mom sister friend kid kids stitches retinol time times inch inches
    ones one mine session consult consultation wig bleach blonde clip clips tape price music timer pm am oclock address cita citas turno reserva corte tinte pelo
    unas manicura depilacion masaje deposito pestanas cejas esmalte rdv rendez termin hora \\d+(?:am|pm|p|a|ish|th|st)?`,
  when: `\\d+(?:am|pm|p|a|ish|th|st)? today tonight tomorrow tmrw tmr tom monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri
    sat sun morning afternoon evening noon weekend week month mondays tuesdays fridays saturdays lunes martes miercoles jueves viernes
    sabado domingo manana hoy january february march april june july august september october november december vendredi samedi`,
  waitlist: "waitlist standby cancellation cancellations wait waiting guest",
  mando: "(?:mand|envi|escrib|text|contact|molest|llam|moles)(?!aron|aste|ar?on)\\p{L}*",
  optOut: "unsubscribe unsubscribed optout optedout",
  still: "still",
  mas: "mas recibir",
  spam: "spam harassment",
  reply: "reply text send",
  tooMuch: `annoying constantly nonstop ridiculous bombarding bombarded overwhelming excessive often daily chill much unwelcome
    disturbing waking`,
  call: "call email mail phone",
  client: "client customer patient",
  attend: "go come live use visit shop",
  get: "get getting got",
  you: "you",
  name: "(?!the|a|my|what|how|working|right|it|good|fair|true|ok|okay|funny|over|easy|cheap|fun|great|enough|helping)\\p{L}+",
  visit: "shop say get grab pick see go check drop",
  them: "her him them my",
  aboutTexts:
    "on part in bothered contacted included receiving getting texted messaged solicited spammed disturbed called subscribed",
  meds: "medication medications antibiotics ibuprofen aspirin music service thinners",
} as const;

/** No object of "cancel" or "remove" that has nothing to do with texting. Any other word may be one: {other}. */
export const TEXTING_OBJECTS = `
  me us my our name info information data details subscription account it this that these those them everything all
  any anything anymore please stuff bs crap shit nonsense madness junk everyone people`;

/** A clause of this form ends texting, whatever the other clauses say. */
export const CERTAIN_FORMS = `
  ^ {lead*} {end} {texting} {me} {trail*} $ | ^ {lead*} {end} {texting} {my} {number} {trail*} $ |
  ^ {lead*} {end} {sending} {me?} {these*} {kind?} {texts} {trail*} $ |
  ^ {lead*} {end} {sending} {me} {these*} {offers} {trail*} $ | ^ {lead*} {end} {these*} {kind?} {texts} {trail*} $ |
  ^ {courtesy*} {end} {texting} {courtesy*} $ | ^ {lead*} no more {these*} {kind?} {texts} {trail*} $ |
  ^ {lead*} {remove} {me} {off*} {kind*} {list} {trail*} $ |
  ^ {lead*} {remove} {my} {number} {off*} {kind*} {list} {trail*} $ | ^ {lead*} unsubscribe {me} {trail*} $ |
  ^ {lead*} unsubscribe {my} {number} {trail*} $ | ^ {lead*} unsubscribe from {these*} {kind?} {texts} {trail*} $ |
  ^ {lead*} to unsubscribe {trail*} $ | ^ {lead*} opt {me} out {trail*} $ | ^ {lead*} to optout {trail*} $ |
  ^ {courtesy*} dont {text} {me} anymore {trail*} $ | ^ {courtesy*} dont {text} {me} again {trail*} $ |
  ^ {courtesy*} dont {text} {me} ever {trail*} $ | ^ {lead*} never {text} {me} again {trail*} $ |
  ^ {lead*} dont send {me} anymore {these*} {texts} {trail*} $ |
  ^ {lead*} dont send {me} {these*} {texts} anymore {trail*} $ |
  ^ i dont want {these*} {kind?} {texts} anymore {trail*} $ |
  ^ i dont want to receive {these*} {kind?} {texts} {trail*} $ |
  ^ i nolonger {lead} to receive {these*} {kind?} {texts} {trail*} $ | ^ i revoke my consent $ |
  ^ i withdraw my consent $ | ^ {lead*} dejen de mandarme {these*} {texts} {trail*} $ |
  ^ {lead*} deje de mandarme {these*} {texts} {trail*} $ | ^ {lead*} dejen de enviarme {these*} {texts} {trail*} $ |
  ^ {lead*} no me {mando} mas {texts} {trail*} $ | ^ {lead*} no mas {texts} {trail*} $ |
  ^ {lead*} darme de baja {trail*} $ | ^ {lead*} plus de {texts} {trail*} $`;

/** A text that consists only of such clauses, and of those after them, ends texting. */
export const CERTAIN_ALONE = `
  ^ {lead*} stop {trail*} $ | ^ {lead*} {end} all {trail*} $ | ^ {lead*} unsubscribe {trail*} $ |
  ^ {courtesy*} dont {text} {me?} {trail*} $ | ^ {courtesy*} dont {text} {my} {number} {trail*} $ |
  ^ {lead*} dont send {me?} {these*} {kind?} {texts} {trail*} $ |
  ^ {lead*} dont send {me?} {these*} {kind?} {offers} {trail*} $ |
  ^ {courtesy*} no {these*} {kind?} {texts} {courtesy*} $ | ^ {lead*} no more {these*} {kind?} {offers} {trail*} $ |
  ^ {lead*} dont want {these*} {kind?} {texts} {trail*} $ |
  ^ {lead*} dont want to {receive} {these*} {kind?} {texts} {trail*} $ |
  ^ {lead*} nolonger want {these*} {kind?} {texts} {trail*} $ | ^ {lead*} {end} {these*} {kind?} {offers} {trail*} $ |
  ^ {lead*} {end} {receive} {these*} {kind?} {texts} {trail*} $ |
  ^ {lead*} optout of {these*} {kind?} {texts} {trail*} $ | ^ {lead*} no quiero {lead*} {mas?} {texts} {trail*} $ |
  ^ {lead*} ya no me {mando} {mas?} {texts} {trail*} $ | ^ {lead*} no me {mando} {mas?} {texts} {trail*} $`;
export const NEXT_TO_CERTAIN = `
  ^ {courtesy*} $ | ^ {lead*} not interested {trail*} $ | ^ {lead*} wrong {number} {trail*} $ |
  ^ {lead*} wrong person {trail*} $ | ^ {lead*} leave {me} alone {trail*} $ | ^ {lead*} {this} is {spam} {trail*} $ |
  ^ no $`;

/** Words that make a text held for staff, also with one letter wrong, unless an idiom explains them. */
export const TRIGGER_WORDS = `
  stop stops stopping stopped stopall stopp unsubscribe unsubscribed unsubscribing unsub unsubbed optout optedout
  optingout opt deregister unenroll remove removed delete erase scrub purge cancel canceling quit end cease desist
  discontinue terminate halt revoke rescind withdraw withdrawing revoked list lists database dnc spam spammer spammers
  spamming spammed scam scammer scammers harass harassing harassment harassed bother bothering pester pestering
  attorney lawyer lawsuit suing tcpa fcc ftc bbb solicit soliciting solicitation unsolicited unwanted block blocked
  blocking consent permission disable deactivate mute nomore basta parar pare paren deje dejen dejenme dejame detener
  detengan detenganse cancelar eliminar eliminen elimine eliminenme borrar borren borre borrenme quitar quiten
  quitenme saquen saquenme desuscribir desuscribirme desuscriban desinscribir desapuntarme molestar molesten acoso
  acosando demandar abogado denunciar denuncia lista bloquear suscripcion arret arretez arrete arreter desabonner
  desabonnez desinscrire parem remover descadastrar descadastrem aufhoren abmelden abbestellen loschen smettete
  disiscrivi cancellatemi tigil tigilan itigil retirez supprimez enlevez otpisat ihinto kanpe sispann przestan
  przestancie wypisz ngung sluta afmelden durdur hentikan berhenti reported wag wtf asshole assholes bullshit died
  deceased dead scammed spams nuisance`;

/** Trigger words whose misspellings are recognized. Shorter ones are too close to other words. */
export const OFTEN_MISSPELLED = `
  stop unsubscribe unsubscribed unsubscribing remove removed delete cancel texting texts messages messaging message
  sending harassing harassment consent anymore attorney lawyer interested number wrong receive contacting contact
  spamming`;
/** Words one letter away from those that mean something else. */
export const REAL_WORDS = `
  wring wrung along strong prong wrongs step steps stops shop top spot slop stoop atop strop sto stow cancer remover
  massage massages testing resting nesting tests text taxes message lending bending mending tending vending interest
  interests uninterested numbers received receives receiver contacts content contract convent lawyers relate elated
  deleted passages sensing ending spending canceled cancels nummer number`;

/** Patterns that make a text held for staff, unless an idiom explains them. */
export const TRIGGERS = `
  {no} ... {texts} | {no} ... {texting} | {no} ... {offers} | {no} ... {send} {me} | {no} ... {send} {my} {number} |
  {texts} .. {isnt} | {texts} .. enough | {texting} {me} .. {isnt} | why .. {texting} {me} | dont {send} |
  {texts} ... {tooMuch} | {tooMuch} ... {texts} | {texting} ... {tooMuch} | {text} ... {tooMuch} | annoying |
  too many | ^ {courtesy*} {can?} {you?} not $ | ^ {courtesy*} dont {courtesy*} $ | only ... {texts} |
  only {text} {me} | {call} ... instead of {texting} | {call} ... instead of {a?} {texts} | {call} {me} instead |
  {isnt} your {client} | nolonger {a?} {client} | dont know you | never heard of | new owner | number owner |
  got this {number} | ^ {courtesy*} {this} isnt {name} $ | ^ {courtesy*} {this} isnt {name} anymore $ |
  ^ {courtesy*} not {name} anymore | no interest | unfollow | sign {me} off | sign {me} out | let {me} off |
  let {me} out | {get} off {this} | back off | turn {this} off | nolonger {attend} | dont {attend} there |
  dont {attend} here | moved away | moved out | good on {this} | dont need {this} {trail*} $ | no need for {this} |
  as junk | junk | как отпис | не пишите | не присылайте | لا ترسل | dung lai | đung | horen sie auf | hor auf |
  ^ {courtesy*} sair {courtesy*} $ | me tira | toglietemi | wrong number | wrong person | wrong phone | wrong guy |
  wrong lady | wrong woman | wrong man | not my number | {isnt} .. {number} | nolonger .. {number} |
  number .. belongs | someone else | somebody else | {remove} {me} {off} | {remove} {my} {number} |
  {remove} off {my} {number} | take {me} out | strike {me} | lose {my} {number} | lose {my} contact | forget {me} |
  forget i | forget {my} {number} | leave {me} alone | leave {me} be | let {me} be | go away | get lost |
  ^ {courtesy*} off {courtesy*} $ | piss off | fuck off | f off | bug off | buzz off | knock it off | cut it out |
  ^ {courtesy*} shut up | shut off | turn off | switch off | ^ {courtesy*} enough | had enough |
  no more {courtesy*} $ | ^ {courtesy*} no mas {courtesy*} $ | not interested | nolonger interested | uninterested |
  lost interest | want out | want off | off .. list | never signed | never subscribed | never agreed | never asked |
  never gave | never consented | never want | hear from you | nolonger {lead} to | my permission | didnt sign |
  didnt subscribe | didnt agree | didnt ask | didnt give | dont know who | how did you get | where did you get |
  who gave you | report you | reported you | reporting you | report this | reporting this | i will sue | ill sue |
  sue you | legal action | legal counsel | the police | better business | do not disturb | annoying {me} |
  is deceased | passed away | is dead | im done with {this} | ^ {courtesy*} im done {courtesy*} $ | count {me} out |
  nolonger a | not a client | not a customer | dont want {this} $ | dont want {this} {trail} $ | dont want to hear |
  dont want to be {aboutTexts} | ya no {lead} | ya no me | no me {mando} | no me interesa | no estoy interesada |
  no estoy interesado | no quiero {texts} | no quiero mas | no quiero que | no quiero recibir | no quiero sus |
  no quiero nada | no quiero estos | no deseo | no autorizo | no autorice | no di | no soy | numero equivocado |
  persona equivocada | no es mi | no es el | no es la persona | dejar de | de baja | en paz | nao quero | nao me |
  numero errado | chega de | para de {send} | ne plus | ne veux | pas interesse | mauvais numero | faux numero |
  laissez moi | keine {texts} | kein interesse | nicht mehr | falsche nummer | lassen sie | non voglio | non mi |
  numero sbagliato | wag na | huwag | pa voye | nie pisz | nie chce | khong nhan | khong muon | dung nhan | dung gui |
  huy dang | no {name} here | theres no {name} | {isnt} .. belong | doesnt belong | doesnt .. belong |
  doesnt need {this} | doesnt want | dont have .. {client} | ^ {courtesy*} reported {courtesy*} $ |
  turn off ... {offers} | turn off ... {texts} | {remove} off | take .. off | were done | we are done | be done |
  the last {text} | the last {texts} | be the last | last one $ | you people | whoever gave | gave .. my number |
  get away from | away from me | get a clue | take a hint | get the hint | get it through | how many times |
  times do i | asked you | asked nicely | told you | told yall | told you guys | already said | already asked |
  already told | for the last time | enough of | over it $ | had it with | fed up | creepy | illegal | unlawful |
  violation | violating | my attorney | my lawyer | in court | small claims | attorney general | do not | cut me off |
  drop {me} from | let {me} go | lose {me} | no longer need | nolonger need {this} | nolonger need $ |
  no need anymore | not needed $ | {isnt} interested | {isnt} for me | no estoy {lead} | ya les dije | ya le dije |
  ya te dije | ya dije | no ... {mando} | nunca ... {mando} | ni me {mando} | dejen ... {mando} | deja de {mando} |
  deje de {mando} | dejar de {mando} | para ya | ya para | ya parele | ya parenle | ya parale | parenle | parele |
  parale | quite mi | quita mi | quitar mi | quiteme | quitame | borre mi | borra mi | borrar mi | borreme | borrame |
  elimine mi | elimina mi | saque mi | saqueme | saca mi | cancelen | cancele {texts} | cancele los {texts} |
  cancelen los {texts} | reportar | los voy a | ya no quiero | ya no lo | ya no la | ya no los | no me gusta |
  no conozco | no vive | no hay ninguna | no hay ningun | ninguna {name} | ningun {name} | nunca di | no di permiso |
  sin permiso | murio | fallecio | fallecida | cambie de numero | cambio de numero | numero nuevo | este numero ya |
  este numero no | este no es | no es de | no pertenece | me equivocaron | basta de | ya estuvo | me tienen harta |
  me tienen harto | harta de | harto de | por ultima vez | nham so | xoa so | xoa ten | tama na | pa vle | pa bezwen |
  non ... scriv | non scrivetemi | sbagliato numero | sbagliato | nao ... mande | nao ... manda | nao ... envie |
  engano | retire meu | tire meu | ne m ecrivez | ne ... plus | ne ... pas | arretez | loschen sie | keine weiteren |
  bitte keine | ich mochte keine | ^ {courtesy*} alto {courtesy*} $ | alto a | alto ya | alto con | anymore |
  nolonger | never ... again | {no} ... again | this number | my number | im not {name} $ | {off} {this} $ |
  off {this} | out of {this} $ | another {text} | another {texts} | you keep | keep getting |
  still {receive} {these*} {texts} | random number | random {texts} | signed {me} up | not my name | not my salon |
  another salon | different salon | new salon | new stylist | different stylist | the fuck | fuck you | make it stop |
  whats it take | ya no | no quiero | no me lleguen | que no me | hospice | memory care | my late | this girl |
  this lady | not her | not him | not she | unless i | i will block | ill block | going to block | gonna block |
  do business | no solicit | no solicitors | no solicitation | quit it | thats enough | thats it | i said no |
  said no | no means no | not needed | not wanted | not welcome | unwelcome | inappropriate | unprofessional |
  ridiculous | annoyed | irritated | irritating | pissed | leave my phone | leave our phone | my phone alone |
  of this list | blowing up | bothers me | bother me | bugging | invasion | privacy | leave {me} .. alone | leave {me} out |
  have .. wrong | got .. wrong | wrong {person} | no such | nobody named | no one named | no one here |
  there is no {name} | is no {name} | doesnt live | dont live | havent been .. years | never set foot |
  no need to {text} | dont need your | dont use your | can you chill | you .. chill | give it a rest |
  give me a break | take a hike | beat it | go to hell | kick rocks | spare {me} | keep your {offers} |
  keep your {texts} | keep it to yourself | care less | dont give a | nothing to do with | why am i {receive} |
  why do i {receive} | why do i still | why .. still {receive} | {receive} {this} $ | in error | forget about {me} |
  per text | cost {me} | costs {me} | charged for {this} | charged for {these} {texts} | {texting} {me} at |
  {texting} {me} during | {texting} {me} while | woke {me} | waking | wake {me} | childs phone | kids phone |
  sons phone | daughters phone | work phone | work line | business line | business phone | company phone |
  home phone | landline | minors phone | off switch | off button | final warning | last warning | final notice |
  last time | violates | federal | consumer protection | registry | im out $ | shared phone | sold {me} this |
  no vivo | no tengo cuenta | no .. conozco | me despiertan | me despierta | me cobran | cansaron | cansada de |
  cansado de | aburrida de | salirme | me quiero salir | me salgo | ^ {courtesy*} salir $ | prefiero no | no sean |
  dejen de | deje de | deja de | chingar | chinguen | chingan | no jodan | turn ... off | shut ... off | no more of |
  maling | elimineme | eliminarme | eliminenos`;

/** Parts of words: joined ones ("stoptexting"), and scripts that write without spaces or whose words have many forms. */
export const TRIGGER_PARTS = `
  stop unsub optout mandarme enviarme equivoc denunci suscrib molest acosa 退订 退訂 取消 停止 别再 別再 不要 拒收 骚扰 騷擾 打错 打錯 やめて 配信
  解除 迷惑 いりません 不要です 수신거부 그만 거부 보내지 중단 스팸 стоп отпи отстан хватит прекрат неприсылай удалите توقف الغاء إلغاء اوقف أوقف
  ازعاج إزعاج 잘못 삭제 ошибл номер 不是我 錯 错 刪 删 不想 غلط احذف حذف لست خطأ لا nimewo`;

/** What only sounds like it. A clause loses these words before it is searched for triggers. */
export const IDIOMS = `
  ^ {courtesy*} {denied} stop .. {texts} | ^ {courtesy*} {denied} stop {texting} {me?} | ^ {courtesy*} {denied} stop |
  dont want to stop | dont want to unsubscribe | dont want to optout | ^ {courtesy*} dont unsubscribe |
  ^ {courtesy*} dont remove | ^ {courtesy*} dont optout | didnt mean to {lead?} {end} | didnt mean to unsubscribe |
  didnt mean to optout | didnt mean to text stop | didnt want to {end} | didnt want to unsubscribe | unsubscribed by |
  accidentally unsubscribed | accidentally optedout | accidentally blocked | didnt optout |
  why did you stop .. {texts} | did you stop .. {texts} | did you stop {texting} | if i {optOut} |
  what happens if i {optOut} | am i {optOut} | were .. {optOut} | do i {need} to {reply} stop |
  says {reply} stop to {optOut} | {reply} stop to {optOut} but | you stopped .. {texts} |
  i stopped {receive} .. {texts} | why {cant} you {text} {me} | why dont you {text} {me} |
  why dont i {receive} .. {texts} | {denied} {receive} .. {texts} | havent {receive} .. {texts} |
  hasnt {receive} .. {texts} | im not {receive} .. {texts} | not {receive} .. code | i {receive} no {texts} |
  havent .. {texts} {me} | didnt {text} {me} | never {text} {me} back | never sent | didnt send | havent sent |
  no {texts} yet | no {texts} came | no {texts} received | no {texts} needed | dont {text} {me?} back |
  dont {text} and | dont {send} {a} {thing} | dont worry | dont forget | dont hesitate | dont mind .. {texts} |
  dont want to miss .. {texts} | dont call {me?} {text} | no calls {courtesy*} {text} | cant {text} | cant talk |
  cant open .. {texts} | {texts} {isnt} coming | {texts} {isnt} working | {texts} {isnt} going | no problem |
  put {me} on {a} {waitlist?} {kind?} list | add {me} to {a} {waitlist?} {kind?} list |
  keep {me} on {a} {kind?} list | i {still?} on {a} {kind?} list | im {still?} on {a} {kind?} list |
  is {name} on {a} list | {offers} code | {text} someone else | have the wrong number on file |
  {denied} i {receive} .. {texts} | {denied} i {receive} .. {offers} | {denied} {receive} .. {offers} |
  no recibi .. {texts} | no me llego .. {texts} | accidentally hit | {texts} {isnt} sending | dont {text} {them} |
  gave .. wrong number | had .. wrong number | called .. wrong number | dialed .. wrong number |
  is this the wrong number | someone else {thing} | with someone else | somebody else | nolonger a {thing} |
  nolonger pregnant | no me {mandaron} | no me molesta | told you i | told you about | i asked you about |
  asked you to {book} | take .. off {thing} | not needed {when} | not needed for {thing} | keep getting {a} {thing} |
  no need to {text} .. back | have .. wrong {thing} | have .. wrong {when} | got .. wrong {thing} |
  got .. wrong {when} | the wrong {thing} | the wrong {when} | wrong {when} | wrong {thing} | in error code |
  last time i | the last time | my last time | last time we | same as last time | same .. last time | like last time |
  {deje} de {esOther} | no me {mandaron} .. {texts} | ya no me {mandaron} .. {texts} | nonstop | unstop |
  lawyer friend | told you id | the right {texts} on`;

/** Triggers that look like an idiom: "stop at once" is not "stop at the salon". */
export const TRIGGERS_IN_IDIOMS = `
  stop at once | stop until | stop by the way | stop for the last time | stop for good | stop for ever | stop in the name |
  stop after today | stop after this | stop over and over | the last stop | i said stop | said to stop | stop and {other} |
  block my number | block my phone | {remove} \\d\\d\\d+`;

/** The same, but only for a clause that does not name texts. */
export const IDIOMS_WITHOUT_TEXTS = `
  {noun} stop | {noun} stops | stop {place} | should i stop | how do i stop {other} |
  what to stop | something to stop | anything to stop | stopping {place} | stops {place} | {end} {doing} |
  {cant} stop | stopped | {book} {a} {other} | {doing} .. stop | {end} {a} {doing} | {end} {a} {meds} |
  {book} .. {thing} | {end} {a} {thing} | {thing} removed | {thing} deleted | i wont cancel |
  do {you} need .. permission | do {i} need .. permission | do {i} need .. consent | do {you} need .. consent |
  {need} .. consent form | {book} .. {when} | {book} and re | {book} and rebook | {book} on {me} | {need} to cancel |
  {can} {i} cancel | {i} {can} cancel | if {i} cancel | to cancel {place} | fee to cancel | dont cancel |
  didnt cancel | {i} cancel | wanna cancel | cancelar {a?} {thing} | cancelar mi {other} | cancelar meu {other} |
  annuler mon {other} | the end | end of | end up | week end | end {place} | end with | end early | end date |
  does .. end | do .. end | when .. end | will .. end | i quit | quit my | quit {thing} | quit on |
  {remove} {a} {other} | dont send {other} | {remove} .. {thing} | {remove} .. {when} |
  {remove} {me} {off} .. {waitlist} | {remove} {me} {off} .. {thing} | {remove} {me} {off} .. {when} |
  {remove} .. {off} {thing} | quitar .. {thing} | {waitlist} list | price list | list of | list for {when} |
  the list for | get {me?} on {a} {waitlist?} list | {thing} list | wish list | guest list | make a list |
  estoy lista | lista de | lista para | opt in | opt for | optout of .. {thing} | block off | block out | block my {thing} | block my {when} |
  block {a} {thing} | {a} block | sun block | blocked off | blocked in | consent form | consent forms |
  consent to {thing} | my consent form | i consent | permission slip | has my permission | give .. permission |
  give .. consent | spam folder | in spam | to spam | in my spam | to my spam | spam filter | spam musubi |
  sorry to bother | bother to | bother you | {need} to bother | bothering {me} {place} |
  not interested in .. {thing} | not interested in .. {when} | nolonger interested in .. {thing} |
  not interested in {a} {thing} | never signed .. {thing} | never agreed .. {thing} | never asked .. {thing} |
  didnt sign .. {thing} | didnt agree .. {thing} | didnt ask .. {thing} | dont want {this} too | dont send {a} |
  dont call before | dont call after | {can} .. go away | does .. go away | wont go away | enough time | enough for |
  enough to | had enough time | isnt .. phone case | unwanted hair | unwanted facial hair | stop watch |
  withdraw cash | withdraw money | muy alto | al alto | quit smoking | no es mi {thing} | no soy {thing} | parar en |
  parar por | scrub {place} | body scrub | sugar scrub | salt scrub | mute {a} | contact lens | basta con |
  blocked by | is blocked | did {name} quit | car quit | phone quit | suing my | end result | {end} {a} auto |
  take .. off {when} | take .. inch\\p{L}* | take {a} {other} off | told you .. {thing} | no {thing} here |
  {deje} {laEs} {esOther} | cancel\\p{L}* {laEs} {esOther} | turn off {a} {other} | quit\\p{L}* .. {thing} |
  ya no {puedo} | ya no {esOther} {thing} | no quiero {esOther} {thing} | no quiero {perder} | anymore {thing} |
  {denied} want {a?} {other} anymore | nolonger .. {thing} | nolonger .. {when} | my number is | my new number |
  new number is | number is | {text} {me} at this number | call {me} at this number | is this number | best number |
  right number | {text} this number | call this number | on this number | have this number | save this number |
  with this number | new salon opening | no thanks to | fucking {love} | {when} anymore | dead ends | este lista |
  esta lista | turn {a} {other} off | shut {a} {other} off | did you stop {other} | heard {name} quit | stop me from |
  quit\\p{L}* {laEs} {esOther} | {deje} mis | ^ {courtesy*} got it $ | i got it $ | ^ {courtesy*} got that $ |
  number changed to`;
