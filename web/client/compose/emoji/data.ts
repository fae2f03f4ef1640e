// Made of emojibase-data by scripts/emoji-data.ts: change it there.

/**
 * Emoji by group: the character, its name in English, and after a semicolon its shortcodes and further search words.
 * Flags of countries are not here: they are generated from the browser's names of the countries.
 */
export const EMOJI_GROUPS: Readonly<Record<string, string>> = {
  smileys: `
😀 grinning face; grinning cheerful cheery grin happy laugh nice smile smiling teeth
😃 grinning face with big eyes; smiley awesome grin happy mouth open smile smiling teeth yay
😄 grinning face with smiling eyes; smile eye grin happy laugh lol mouth open
😁 beaming face with smiling eyes; grin eye grinning happy nice smile teeth
😆 grinning squinting face; laughing satisfied closed eyes haha hahaha happy laugh lol mouth open rofl smile smiling
😅 grinning face with sweat; sweat smile cold dejected excited mouth nervous open smiling stress stressed
🤣 rolling on the floor laughing; rolling on the floor laughing crying face funny haha happy hehe hilarious joy laugh lmao lol rofl roflmao tear
😂 face with tears of joy; joy crying feels funny haha happy hehe hilarious laugh lmao lol rofl roflmao tear
🙂 slightly smiling face; slightly smiling face happy smile
🙃 upside-down face; upside down face hehe smile
🫠 melting face; melting face disappear dissolve embarrassed haha heat hot liquid lol melt sarcasm sarcastic
😉 winking face; wink flirt heartbreaker sexy slide tease winks
😊 smiling face with smiling eyes; blush eye glad satisfied smile
😇 smiling face with halo; innocent angel angelic angels blessed fairy fairytale fantasy happy peaceful smile spirit tale
🥰 smiling face with hearts; smiling face with 3 hearts adore crush heart ily love romance smile you
😍 smiling face with heart-eyes; heart eyes 143 bae eye feels hearts ily kisses love romance romantic smile xoxo
🤩 star-struck; star-struck grinning face with star eyes excited smile starry-eyed wow
😘 face blowing a kiss; kissing heart adorbs bae flirt ily love lover miss muah romantic smooch xoxo you
😗 kissing face; kissing 143 date dating flirt ily kiss love smooch smooches xoxo you
☺️ smiling face; relaxed happy outlined smile
😚 kissing face with closed eyes; kissing closed eyes 143 bae blush date dating eye flirt ily kisses smooches xoxo
😙 kissing face with smiling eyes; kissing smiling eyes 143 closed date dating eye flirt ily kiss kisses love night smile
🥲 smiling face with tear; smiling face with tear glad grateful happy joy pain proud relieved smile smiley touched
😋 face savoring food; yum delicious eat full hungry savor smile smiling tasty um yummy
😛 face with tongue; stuck out tongue awesome cool nice party stuck-out sweet
😜 winking face with tongue; stuck out tongue winking eye crazy epic funny joke loopy nutty party stuck-out wacky weirdo wink yolo
🤪 zany face; zany face grinning with one large and small eye crazy eyes goofy
😝 squinting face with tongue; stuck out tongue closed eyes eye gross horrible omg stuck-out taste whatever yolo
🤑 money-mouth face; money mouth face paid
🤗 smiling face with open hands; hugging face hug
🤭 face with hand over mouth; face with hand over mouth smiling eyes and covering giggle giggling oops realization secret shock sudden surprise whoops
🫢 face with open eyes and hand over mouth; face with open eyes and hand over mouth amazement awe disbelief embarrass gasp omg quiet scared shock surprise
🫣 face with peeking eye; face with peeking eye captivated embarrass hide hiding peek peep scared shy stare
🤫 shushing face; shushing face with finger covering closed lips quiet shh shush
🤔 thinking face; thinking face chin consider hmm ponder pondering wondering
🫡 saluting face; saluting face good luck ma’am ok respect salute sir troops yes
🤐 zipper-mouth face; zipper mouth face keep quiet secret shut zip
🤨 face with raised eyebrow; face with raised eyebrow one disapproval disbelief distrust emoji hmm mild skeptic skeptical skepticism surprise what
😐 neutral face; neutral face awkward blank deadpan expressionless fine jealous meh oh shade straight unamused unhappy unimpressed whatever
😑 expressionless face; expressionless awkward dead fine inexpressive jealous meh not oh omg straight uh unhappy unimpressed whatever
😶 face without mouth; no mouth awkward blank expressionless mouthless mute quiet secret silence silent speechless
🫥 dotted line face; dotted line face depressed disappear hidden hide introvert invisible meh whatever wtv
😶‍🌫️ face in clouds; face in clouds absentminded fog head
😏 smirking face; smirk boss dapper flirt homie kidding leer shade slick sly smug snicker suave suspicious swag
😒 unamused face; unamused ... bored fine jealous jel jelly pissed smh ugh uhh unhappy weird whatever
🙄 face with rolling eyes; face with rolling eyes eyeroll shade ugh whatever
😬 grimacing face; grimacing awk awkward dentist grimace grinning smile smiling
😮‍💨 face exhaling; face exhaling blow blowing exhale exhausted gasp groan relief sigh smiley smoke whisper whistle
🤥 lying face; lying face liar lie pinocchio
🫨 shaking face; shaking face crazy daze earthquake omg panic shock surprise vibrate whoa wow
🙂‍↔️ head shaking horizontally; head shaking horizontally no shake
🙂‍↕️ head shaking vertically; head shaking vertically nod yes
😌 relieved face; relieved calm peace relief zen
😔 pensive face; pensive awful bored dejected died disappointed losing lost sad sucks
😪 sleepy face; sleepy crying good night sad sleep sleeping tired
🤤 drooling face; drooling face
😴 sleeping face; sleeping bed bedtime good goodnight nap night sleep tired whatever yawn zzz
🫩 face with bags under eyes; face with bags under eyes bored exhausted fatigued late sleepy tired weary
😷 face with medical mask; mask cold dentist dermatologist doctor dr germs medicine sick
🤒 face with thermometer; face with thermometer ill sick
🤕 face with head-bandage; face with head bandage hurt injury ouch
🤢 nauseated face; nauseated face gross nasty sick vomit
🤮 face vomiting; face vomiting with open mouth barf ew gross puke sick spew throw up vomit
🤧 sneezing face; sneezing face fever flu gesundheit sick sneeze
🥵 hot face; hot face dying feverish heat panting red-faced stroke sweating tongue
🥶 cold face; cold face blue blue-faced freezing frostbite icicles subzero teeth
🥴 woozy face; woozy face dizzy drunk eyes intoxicated mouth tipsy uneven wavy
😵 face with crossed-out eyes; dizzy face dead feels knocked out sick tired
😵‍💫 face with spiral eyes; face with spiral eyes confused dizzy hypnotized omg smiley trouble whoa woah woozy
🤯 exploding head; exploding head shocked face with blown explode mind mindblown no way
🤠 cowboy hat face; face with cowboy hat cowgirl
🥳 partying face; partying face bday birthday celebrate celebration excited happy hat hooray horn party
🥸 disguised face; disguised face disguise eyebrow glasses incognito moustache mustache nose person spy tache tash
😎 smiling face with sunglasses; sunglasses awesome beach bright bro chilling cool rad relaxed shades slay smile style swag win
🤓 nerd face; nerd face brainy clever expert geek gifted glasses intelligent smart
🧐 face with monocle; face with monocle classy fancy rich stuffy wealthy
😕 confused face; confused befuddled confusing dunno frown hm meh not sad sorry sure
🫤 face with diagonal mouth; face with diagonal mouth confused confusion disappointed doubt doubtful frustrated frustration meh skeptical unsure whatever wtv
😟 worried face; worried anxious butterflies nerves nervous sad stress stressed surprised worry
🙁 slightly frowning face; slightly frowning face frown sad
☹️ frowning face; white frowning face frown sad
😮 face with open mouth; open mouth believe forgot omg shocked surprised sympathy unbelievable unreal whoa wow you
😯 hushed face; hushed epic omg stunned surprised whoa woah
😲 astonished face; astonished cost no omg shocked totally way
😳 flushed face; flushed amazed awkward crazy dazed dead disbelief embarrassed geez heat hot impressed jeez what wow
🫪 distorted face; distorted face anxiety bloated panic shocked surprised vulnerable
🥺 pleading face; pleading face begging big eyes mercy not please pretty puppy sad why
🥹 face holding back tears; face holding back tears admiration aww cry embarrassed feelings grateful gratitude joy please proud resist sad
😦 frowning face with open mouth; frowning caught frown guard scared scary surprise what wow
😧 anguished face; anguished forgot scared scary stressed surprise unhappy what wow
😨 fearful face; fearful afraid anxious blame fear scared worried
😰 anxious face with sweat; cold sweat blue eek mouth nervous open rushed scared yikes
😥 sad but relieved face; disappointed relieved anxious call close complicated not sweat time whew
😢 crying face; cry awful feels miss sad tear triste unhappy
😭 loudly crying face; sob bawling cry sad tear tears unhappy
😱 face screaming in fear; scream epic fearful munch scared screamer shocked surprised woah
😖 confounded face; confounded annoyed confused cringe distraught feels frustrated mad sad
😣 persevering face; persevere concentrate concentration focus headache
😞 disappointed face; disappointed awful blame dejected fail losing sad unhappy
😓 downcast face with sweat; sweat close cold feels headache nervous sad scared yikes
😩 weary face; weary crying fail feels hungry mad nooo sad sleepy tired unhappy
😫 tired face; tired face cost feels nap sad sneeze
🥱 yawning face; yawning face bedtime bored goodnight nap night sleep sleepy tired whatever yawn zzz
😤 face with steam from nose; triumph anger angry feels fume fuming furious fury mad unhappy won
😡 enraged face; rage anger angry feels mad maddening pouting red shade unhappy upset
😠 angry face; angry anger blame feels frustrated mad maddening rage shade unhappy upset
🤬 face with symbols on mouth; face with symbols on mouth serious covering censor cursing cussing mad pissed swearing
😈 smiling face with horns; smiling imp demon devil evil fairy fairytale fantasy purple shade smile tale
👿 angry face with horns; imp demon devil evil fairy fairytale fantasy mischievous purple shade tale
💀 skull; skull body dead death face fairy fairytale i’m lmao monster tale yolo
☠️ skull and crossbones; skull and crossbones bone dead death face monster
💩 pile of poo; hankey poop shit bs comic doo dung face fml monster smelly smh stink stinks stinky turd
🤡 clown face; clown face
👹 ogre; japanese ogre creature devil face fairy fairytale fantasy mask monster scary tale
👺 goblin; japanese goblin angry creature face fairy fairytale fantasy mask mean monster tale
👻 ghost; ghost boo creature excited face fairy fairytale fantasy halloween haunting monster scary silly tale
👽 alien; alien creature extraterrestrial face fairy fairytale fantasy monster space tale ufo
👾 alien monster; space invader creature extraterrestrial face fairy fairytale fantasy game gamer games pixelated tale ufo
🤖 robot; robot face monster
😺 grinning cat; smiley cat animal face mouth open smile smiling
😸 grinning cat with smiling eyes; smile cat animal eye face grin
😹 cat with tears of joy; joy cat animal face laugh laughing lol tear
😻 smiling cat with heart-eyes; heart eyes cat animal eye face love smile
😼 cat with wry smile; smirk cat animal face ironic
😽 kissing cat; kissing cat animal closed eye eyes face kiss
🙀 weary cat; scream cat animal face oh surprised
😿 crying cat; crying cat face animal cry sad tear
😾 pouting cat; pouting cat animal face
🙈 see-no-evil monkey; see no evil embarrassed face forbidden forgot gesture hide omg prohibited scared secret smh watch
🙉 hear-no-evil monkey; hear no evil animal ears face forbidden gesture listen not prohibited secret shh tmi
🙊 speak-no-evil monkey; speak no evil animal face forbidden gesture not oops prohibited quiet secret stealth
💌 love letter; love letter heart mail romance valentine
💘 heart with arrow; cupid 143 adorbs date emotion ily love romance valentine
💝 heart with ribbon; gift heart 143 anniversary emotion ily kisses valentine xoxo
💖 sparkling heart; sparkling heart 143 emotion excited good ily kisses morning night sparkle xoxo
💗 growing heart; heartpulse 143 emotion excited ily kisses muah nervous pulse xoxo
💓 beating heart; heartbeat 143 cardio emotion ily love pulsating pulse
💞 revolving hearts; revolving hearts 143 adorbs anniversary emotion heart
💕 two hearts; two hearts 143 anniversary date dating emotion heart ily kisses love loving xoxo
💟 heart decoration; heart decoration 143 emotion hearth purple white
❣️ heart exclamation; heavy heart exclamation mark ornament punctuation
💔 broken heart; broken heart break crushed emotion heartbroken lonely sad
❤️‍🔥 heart on fire; heart on fire burn love lust sacred
❤️‍🩹 mending heart; mending heart healthier improving recovering recuperating well
❤️ red heart; heart emotion love
🩷 pink heart; pink heart 143 adorable cute emotion ily like love special sweet
🧡 orange heart; orange heart 143
💛 yellow heart; yellow heart 143 cardiac emotion ily love
💚 green heart; green heart 143 emotion ily love romantic
💙 blue heart; blue heart 143 emotion ily love romance
🩵 light blue heart; light blue heart 143 cute cyan emotion ily like love sky special teal
💜 purple heart; purple heart 143 bestest emotion ily love
🤎 brown heart; brown heart 143
🖤 black heart; black heart evil wicked
🩶 grey heart; grey heart 143 emotion gray ily love silver slate special
🤍 white heart; white heart 143
💋 kiss mark; kiss dating emotion heart kissing lips romance sexy
💯 hundred points; 100 a+ agree clearly definitely faithful fleek full keep perfect point score true truth yup
💢 anger symbol; anger angry comic mad upset
🫯 fight cloud; fight cloud argument brawl debate disagreement ruckus wrestle
💥 collision; boom bomb collide comic explode
💫 dizzy; dizzy comic shining shooting star stars
💦 sweat droplets; sweat drops comic drip droplet splashing squirt water wet work workout
💨 dashing away; dash cloud comic fart fast go gone gotta running smoke
🕳️ hole; hole
💬 speech balloon; speech balloon bubble comic dialog message sms talk text typing
👁️‍🗨️ eye in speech bubble; eye-in-speech-bubble balloon witness
🗨️ left speech bubble; left speech bubble balloon dialog
🗯️ right anger bubble; right anger bubble angry balloon mad
💭 thought balloon; thought balloon bubble cartoon cloud comic daydream decisions dream idea invent invention realize think thoughts wonder
💤 ZZZ; zzz comic good goodnight night sleep sleeping sleepy tired
`,
  people: `
👋 waving hand; wave bye cya g2g greetings gtg hello hey hi later outtie ttfn ttyl yo you
🤚 raised back of hand; raised back of hand backhand
🖐️ hand with fingers splayed; raised hand with fingers splayed finger stop
✋ raised hand; hand 5 five high stop
🖖 vulcan salute; spock-hand finger hand hands
🫱 rightwards hand; rightwards hand handshake hold reach right rightward shake
🫲 leftwards hand; leftwards hand handshake hold left leftward reach shake
🫳 palm down hand; palm down hand dismiss drop dropped pick shoo up
🫴 palm up hand; palm up hand beckon catch come hold know lift me offer tell
🫷 leftwards pushing hand; leftwards pushing hand block five halt high hold leftward pause push refuse slap stop wait
🫸 rightwards pushing hand; rightwards pushing hand block five halt high hold pause push refuse rightward slap stop wait
👌 OK hand; ok hand awesome bet dope fleek fosho got gotcha legit okay pinch rad sure sweet three
🤌 pinched fingers; pinched fingers gesture hand hold huh interrogation patience relax sarcastic ugh what zip
🤏 pinching hand; pinching hand amount bit fingers little small sort
✌️ victory hand; v peace
🤞 crossed fingers; crossed fingers hand with index and middle cross finger luck
🫰 hand with index finger and thumb crossed; hand with index finger and thumb crossed <3 expensive heart love money snap
🤟 love-you gesture; i love you hand sign fingers ily three
🤘 sign of the horns; the horns finger hand rock-on
🤙 call me hand; call me hand hang loose shaka
👈 backhand index pointing left; point left finger hand
👉 backhand index pointing right; point right finger hand
👆 backhand index pointing up; point up 2 finger hand
🖕 middle finger; middle finger reversed hand with extended
👇 backhand index pointing down; point down finger hand
☝️ index pointing up; point up finger hand this
🫵 index pointing at the viewer; index pointing at the viewer finger hand poke you
👍 thumbs up; +1 thumbsup good hand like thumb yes
👎 thumbs down; -1 thumbsdown bad dislike good hand no nope thumb
✊ raised fist; fist clenched hand punch solidarity
👊 oncoming fist; facepunch punch absolutely agree boom bro bruh bump clenched correct hand knuckle pound rock ttyl
🤛 left-facing fist; left-facing fist leftwards
🤜 right-facing fist; right-facing fist rightwards
👏 clapping hands; clap applause approval awesome congrats congratulations excited good great hand homie job nice prayed well yay
🙌 raising hands; raised hands celebration gesture hand hooray praise
🫶 heart hands; heart hands <3 love you
👐 open hands; open hands hand hug jazz swerve
🤲 palms up together; palms up together cupped dua hands pray prayer wish
🤝 handshake; handshake agreement deal hand meeting shake
🙏 folded hands; pray appreciate ask beg blessed bow cmon five gesture hand high please thanks thx
✍️ writing hand; writing hand write
💅 nail polish; nail care bored cosmetics done makeup manicure whatever
🤳 selfie; selfie camera phone
💪 flexed biceps; muscle arm beast bench bodybuilder bro curls flex gains gym jacked press ripped strong weightlift
🦾 mechanical arm; mechanical arm accessibility prosthetic
🦿 mechanical leg; mechanical leg accessibility prosthetic
🦵 leg; leg bent foot kick knee limb
🦶 foot; foot ankle feet kick stomp
👂 ear; ear body ears hear hearing listen listening sound
🦻 ear with hearing aid; ear with hearing aid accessibility hard
👃 nose; nose body noses nosey odor smell smells
🧠 brain; brain intelligent smart
🫀 anatomical heart; anatomical heart beat cardiology heartbeat organ pulse real red
🫁 lungs; lungs breath breathe exhalation inhalation lung organ respiration
🦷 tooth; tooth dentist pearly teeth white
🦴 bone; bone bones dog skeleton wishbone
👀 eyes; eyes body eye face googly look looking omg peep see seeing
👁️ eye; eye 1 body one
👅 tongue; tongue body lick slurp
👄 mouth; lips beauty body kiss kissing lipstick
🫦 biting lip; biting lip anxious bite fear flirt flirting kiss lipstick nervous sexy uncomfortable worried worry
👶 baby; baby babies children goo infant newborn pregnant young
🧒 child; child bright-eyed grandchild kid young younger
👦 boy; boy bright-eyed child grandson kid son young younger
👧 girl; girl bright-eyed child daughter granddaughter kid virgo young younger zodiac
🧑 person; adult
👱 person: blond hair; person with blond hair blond-haired human
👨 man; man adult bro
🧔 person: beard; bearded person whiskers
🧔‍♂️ man: beard; man with beard bearded whiskers
🧔‍♀️ woman: beard; woman with beard bearded whiskers
👨‍🦰 man: red hair; red haired man adult bro
👨‍🦱 man: curly hair; curly haired man adult bro
👨‍🦳 man: white hair; white haired man adult bro
👨‍🦲 man: bald; bald man adult bro
👩 woman; woman adult lady
👩‍🦰 woman: red hair; red haired woman adult lady
🧑‍🦰 person: red hair; red haired person adult
👩‍🦱 woman: curly hair; curly haired woman adult lady
🧑‍🦱 person: curly hair; curly haired person adult
👩‍🦳 woman: white hair; white haired woman adult lady
🧑‍🦳 person: white hair; white haired person adult
👩‍🦲 woman: bald; bald woman adult lady
🧑‍🦲 person: bald; bald person adult
👱‍♀️ woman: blond hair; blond-haired-woman blond-haired blonde
👱‍♂️ man: blond hair; blond-haired-man blond-haired
🧓 older person; older adult elderly grandparent old wise
👴 old man; older man adult bald elderly gramps grandfather grandpa wise
👵 old woman; older woman adult elderly grandma grandmother granny lady wise
🙍 person frowning; person frowning annoyed disappointed disgruntled disturbed frown frustrated gesture irritated upset
🙍‍♂️ man frowning; man-frowning annoyed disappointed disgruntled disturbed frown frustrated gesture irritated upset
🙍‍♀️ woman frowning; woman-frowning annoyed disappointed disgruntled disturbed frown frustrated gesture irritated upset
🙎 person pouting; person with pouting face disappointed downtrodden frown grimace scowl sulk upset whine
🙎‍♂️ man pouting; man-pouting disappointed downtrodden frown grimace scowl sulk upset whine
🙎‍♀️ woman pouting; woman-pouting disappointed downtrodden frown grimace scowl sulk upset whine
🙅 person gesturing NO; no good forbidden gesture hand not prohibit
🙅‍♂️ man gesturing NO; man-gesturing-no forbidden gesture hand not prohibit
🙅‍♀️ woman gesturing NO; woman-gesturing-no forbidden gesture hand not prohibit
🙆 person gesturing OK; ok woman exercise gesture hand omg
🙆‍♂️ man gesturing OK; man-gesturing-ok exercise gesture hand omg
🙆‍♀️ woman gesturing OK; woman-gesturing-ok exercise gesture hand omg
💁 person tipping hand; information desk person fetch flick flip gossip sarcasm sarcastic sassy seriously whatever
💁‍♂️ man tipping hand; man-tipping-hand fetch flick flip gossip sarcasm sarcastic sassy seriously whatever
💁‍♀️ woman tipping hand; woman-tipping-hand fetch flick flip gossip sarcasm sarcastic sassy seriously whatever
🙋 person raising hand; raising hand gesture here know me pick question raise
🙋‍♂️ man raising hand; man-raising-hand gesture here know me pick question raise
🙋‍♀️ woman raising hand; woman-raising-hand gesture here know me pick question raise
🧏 deaf person; deaf person accessibility ear gesture hear
🧏‍♂️ deaf man; deaf man accessibility ear gesture hear
🧏‍♀️ deaf woman; deaf woman accessibility ear gesture hear
🙇 person bowing; bow apology ask beg favor forgive gesture meditate meditation pity regret sorry
🙇‍♂️ man bowing; man-bowing apology ask beg bow favor forgive gesture meditate meditation pity regret sorry
🙇‍♀️ woman bowing; woman-bowing apology ask beg bow favor forgive gesture meditate meditation pity regret sorry
🤦 person facepalming; face palm again bewilder disbelief exasperation facepalm no not oh omg shock smh
🤦‍♂️ man facepalming; man-facepalming again bewilder disbelief exasperation facepalm no not oh omg shock smh
🤦‍♀️ woman facepalming; woman-facepalming again bewilder disbelief exasperation facepalm no not oh omg shock smh
🤷 person shrugging; shrug doubt dunno guess idk ignorance indifference knows maybe whatever who
🤷‍♂️ man shrugging; man-shrugging doubt dunno guess idk ignorance indifference knows maybe shrug whatever who
🤷‍♀️ woman shrugging; woman-shrugging doubt dunno guess idk ignorance indifference knows maybe shrug whatever who
🧑‍⚕️ health worker; health worker doctor healthcare nurse therapist
👨‍⚕️ man health worker; male-doctor doctor healthcare nurse therapist
👩‍⚕️ woman health worker; female-doctor doctor healthcare nurse therapist
🧑‍🎓 student; student graduate
👨‍🎓 man student; male-student graduate
👩‍🎓 woman student; female-student graduate
🧑‍🏫 teacher; teacher instructor lecturer professor
👨‍🏫 man teacher; male-teacher instructor lecturer professor
👩‍🏫 woman teacher; female-teacher instructor lecturer professor
🧑‍⚖️ judge; judge justice law scales
👨‍⚖️ man judge; male-judge justice law scales
👩‍⚖️ woman judge; female-judge justice law scales
🧑‍🌾 farmer; farmer gardener rancher
👨‍🌾 man farmer; male-farmer gardener rancher
👩‍🌾 woman farmer; female-farmer gardener rancher
🧑‍🍳 cook; cook chef
👨‍🍳 man cook; male-cook chef
👩‍🍳 woman cook; female-cook chef
🧑‍🔧 mechanic; mechanic electrician plumber tradesperson
👨‍🔧 man mechanic; male-mechanic electrician plumber tradesperson
👩‍🔧 woman mechanic; female-mechanic electrician plumber tradesperson
🧑‍🏭 factory worker; factory worker assembly industrial
👨‍🏭 man factory worker; male-factory-worker assembly industrial
👩‍🏭 woman factory worker; female-factory-worker assembly industrial
🧑‍💼 office worker; office worker architect business manager white-collar
👨‍💼 man office worker; male-office-worker architect business manager white-collar
👩‍💼 woman office worker; female-office-worker architect business manager white-collar
🧑‍🔬 scientist; scientist biologist chemist engineer mathematician physicist
👨‍🔬 man scientist; male-scientist biologist chemist engineer mathematician physicist
👩‍🔬 woman scientist; female-scientist biologist chemist engineer mathematician physicist
🧑‍💻 technologist; technologist coder computer developer inventor software
👨‍💻 man technologist; male-technologist coder computer developer inventor software
👩‍💻 woman technologist; female-technologist coder computer developer inventor software
🧑‍🎤 singer; singer actor entertainer rock rockstar star
👨‍🎤 man singer; male-singer actor entertainer rock rockstar star
👩‍🎤 woman singer; female-singer actor entertainer rock rockstar star
🧑‍🎨 artist; artist palette
👨‍🎨 man artist; male-artist palette
👩‍🎨 woman artist; female-artist palette
🧑‍✈️ pilot; pilot plane
👨‍✈️ man pilot; male-pilot plane
👩‍✈️ woman pilot; female-pilot plane
🧑‍🚀 astronaut; astronaut rocket space
👨‍🚀 man astronaut; male-astronaut rocket space
👩‍🚀 woman astronaut; female-astronaut rocket space
🧑‍🚒 firefighter; firefighter fire firetruck
👨‍🚒 man firefighter; male-firefighter fire firetruck
👩‍🚒 woman firefighter; female-firefighter fire firetruck
👮 police officer; cop apprehend arrest citation law over pulled undercover
👮‍♂️ man police officer; male-police-officer apprehend arrest citation cop law over pulled undercover
👮‍♀️ woman police officer; female-police-officer apprehend arrest citation cop law over pulled undercover
🕵️ detective; sleuth or spy
🕵️‍♂️ man detective; male-detective sleuth spy
🕵️‍♀️ woman detective; female-detective sleuth spy
💂 guard; guardsman buckingham helmet london palace
💂‍♂️ man guard; male-guard buckingham helmet london palace
💂‍♀️ woman guard; female-guard buckingham helmet london palace
🥷 ninja; ninja assassin fight fighter hidden person secret skills sly soldier stealth war
👷 construction worker; construction worker build fix hardhat hat man person rebuild remodel repair work
👷‍♂️ man construction worker; male-construction-worker build fix hardhat hat rebuild remodel repair work
👷‍♀️ woman construction worker; female-construction-worker build fix hardhat hat man rebuild remodel repair work
🫅 person with crown; person with crown monarch noble regal royal royalty
🤴 prince; prince crown fairy fairytale fantasy king royal royalty tale
👸 princess; princess crown fairy fairytale fantasy queen royal royalty tale
👳 person wearing turban; man with turban
👳‍♂️ man wearing turban; man-wearing-turban
👳‍♀️ woman wearing turban; woman-wearing-turban
👲 person with skullcap; man with gua pi mao cap chinese guapi hat
🧕 woman with headscarf; person with headscarf bandana head hijab kerchief mantilla tichel
🤵 person in tuxedo; person in tuxedo formal wedding
🤵‍♂️ man in tuxedo; man in tuxedo formal groom wedding
🤵‍♀️ woman in tuxedo; woman in tuxedo formal wedding
👰 person with veil; bride with veil wedding
👰‍♂️ man with veil; man with veil wedding
👰‍♀️ woman with veil; woman with veil bride wedding
🤰 pregnant woman; pregnant woman
🫃 pregnant man; pregnant man belly bloated full overeat
🫄 pregnant person; pregnant person belly bloated full overeat stuffed
🤱 breast-feeding; breast-feeding baby breast feeding mom mother nursing woman
👩‍🍼 woman feeding baby; woman feeding baby feed mom mother nanny newborn nursing
👨‍🍼 man feeding baby; man feeding baby dad father feed nanny newborn nursing
🧑‍🍼 person feeding baby; person feeding baby feed nanny newborn nursing parent
👼 baby angel; angel church face fairy fairytale fantasy tale
🎅 Santa Claus; santa celebration christmas fairy fantasy father holiday merry tale xmas
🤶 Mrs. Claus; mrs claus mother christmas celebration fairy fantasy holiday merry santa tale xmas
🧑‍🎄 Mx Claus; mx claus celebration christmas fairy fantasy holiday merry santa tale xmas
🦸 superhero; superhero good hero superpower
🦸‍♂️ man superhero; male superhero good hero superpower
🦸‍♀️ woman superhero; female superhero good hero heroine superpower
🦹 supervillain; supervillain bad criminal evil superpower villain
🦹‍♂️ man supervillain; male supervillain bad criminal evil superpower villain
🦹‍♀️ woman supervillain; female supervillain bad criminal evil superpower villain
🧙 mage; mage fantasy magic play sorcerer sorceress sorcery spell summon witch wizard
🧙‍♂️ man mage; male mage fantasy magic play sorcerer sorceress sorcery spell summon witch wizard
🧙‍♀️ woman mage; female mage fantasy magic play sorcerer sorceress sorcery spell summon witch wizard
🧚 fairy; fairy fairytale fantasy myth person pixie tale wings
🧚‍♂️ man fairy; male fairy fairytale fantasy myth oberon person pixie puck tale wings
🧚‍♀️ woman fairy; female fairy fairytale fantasy myth person pixie tale titania wings
🧛 vampire; vampire blood dracula fangs halloween scary supernatural teeth undead
🧛‍♂️ man vampire; male vampire blood fangs halloween scary supernatural teeth undead
🧛‍♀️ woman vampire; female vampire blood fangs halloween scary supernatural teeth undead
🧜 merperson; merperson creature fairytale folklore ocean sea siren trident
🧜‍♂️ merman; merman creature fairytale folklore neptune ocean poseidon sea siren trident triton
🧜‍♀️ mermaid; mermaid creature fairytale folklore merwoman ocean sea siren trident
🧝 elf; elf elves enchantment fantasy folklore magic magical myth
🧝‍♂️ man elf; male elf elves enchantment fantasy folklore magic magical myth
🧝‍♀️ woman elf; female elf elves enchantment fantasy folklore magic magical myth
🧞 genie; genie djinn fantasy jinn lamp myth rub wishes
🧞‍♂️ man genie; male genie djinn fantasy jinn lamp myth rub wishes
🧞‍♀️ woman genie; female genie djinn fantasy jinn lamp myth rub wishes
🧟 zombie; zombie apocalypse dead halloween horror scary undead walking
🧟‍♂️ man zombie; male zombie apocalypse dead halloween horror scary undead walking
🧟‍♀️ woman zombie; female zombie apocalypse dead halloween horror scary undead walking
🧌 troll; troll fairy fantasy monster tale trolling
🫈 hairy creature; hairy creature bigfoot cryptid forest giant sasquatch woodwose yeti
💆 person getting massage; massage face headache relax relaxing salon soothe spa tension therapy treatment
💆‍♂️ man getting massage; man-getting-massage face headache relax relaxing salon soothe spa tension therapy treatment
💆‍♀️ woman getting massage; woman-getting-massage face headache relax relaxing salon soothe spa tension therapy treatment
💇 person getting haircut; haircut barber beauty chop cosmetology cut groom hair parlor shears style
💇‍♂️ man getting haircut; man-getting-haircut barber beauty chop cosmetology cut groom hair parlor person shears style
💇‍♀️ woman getting haircut; woman-getting-haircut barber beauty chop cosmetology cut groom hair parlor person shears style
🚶 person walking; walking amble gait hike man pace pedestrian stride stroll walk
🚶‍♂️ man walking; man-walking amble gait hike pace pedestrian stride stroll walk
🚶‍♀️ woman walking; woman-walking amble gait hike man pace pedestrian stride stroll walk
🚶‍➡️ person walking: facing right; person walking facing right amble gait hike man pace pedestrian stride stroll walk
🚶‍♀️‍➡️ woman walking: facing right; woman walking facing right amble gait hike man pace pedestrian stride stroll walk
🚶‍♂️‍➡️ man walking: facing right; man walking facing right amble gait hike pace pedestrian stride stroll walk
🧍 person standing; standing person stand
🧍‍♂️ man standing; man standing stand
🧍‍♀️ woman standing; woman standing stand
🧎 person kneeling; kneeling person kneel knees
🧎‍♂️ man kneeling; man kneeling kneel knees
🧎‍♀️ woman kneeling; woman kneeling kneel knees
🧎‍➡️ person kneeling: facing right; person kneeling facing right kneel knees
🧎‍♀️‍➡️ woman kneeling: facing right; woman kneeling facing right kneel knees
🧎‍♂️‍➡️ man kneeling: facing right; man kneeling facing right kneel knees
🧑‍🦯 person with white cane; person with probing cane accessibility blind
🧑‍🦯‍➡️ person with white cane: facing right; person with white cane facing right accessibility blind probing
👨‍🦯 man with white cane; man with probing cane accessibility blind
👨‍🦯‍➡️ man with white cane: facing right; man with white cane facing right accessibility blind probing
👩‍🦯 woman with white cane; woman with probing cane accessibility blind
👩‍🦯‍➡️ woman with white cane: facing right; woman with white cane facing right accessibility blind probing
🧑‍🦼 person in motorized wheelchair; person in motorized wheelchair accessibility
🧑‍🦼‍➡️ person in motorized wheelchair: facing right; person in motorized wheelchair facing right accessibility
👨‍🦼 man in motorized wheelchair; man in motorized wheelchair accessibility
👨‍🦼‍➡️ man in motorized wheelchair: facing right; man in motorized wheelchair facing right accessibility
👩‍🦼 woman in motorized wheelchair; woman in motorized wheelchair accessibility
👩‍🦼‍➡️ woman in motorized wheelchair: facing right; woman in motorized wheelchair facing right accessibility
🧑‍🦽 person in manual wheelchair; person in manual wheelchair accessibility
🧑‍🦽‍➡️ person in manual wheelchair: facing right; person in manual wheelchair facing right accessibility
👨‍🦽 man in manual wheelchair; man in manual wheelchair accessibility
👨‍🦽‍➡️ man in manual wheelchair: facing right; man in manual wheelchair facing right accessibility
👩‍🦽 woman in manual wheelchair; woman in manual wheelchair accessibility
👩‍🦽‍➡️ woman in manual wheelchair: facing right; woman in manual wheelchair facing right accessibility
🏃 person running; runner fast hurry marathon move quick race racing run rush speed
🏃‍♂️ man running; man-running fast hurry marathon move quick race racing run rush speed
🏃‍♀️ woman running; woman-running fast hurry marathon move quick race racing run rush speed
🏃‍➡️ person running: facing right; person running facing right fast hurry marathon move quick race racing run rush speed
🏃‍♀️‍➡️ woman running: facing right; woman running facing right fast hurry marathon move quick race racing run rush speed
🏃‍♂️‍➡️ man running: facing right; man running facing right fast hurry marathon move quick race racing run rush speed
🧑‍🩰 ballet dancer; ballet dancer
💃 woman dancing; dancer dance elegant festive flair flamenco groove let’s salsa tango
🕺 man dancing; man dancing dance dancer elegant festive flair flamenco groove let’s salsa tango
🕴️ person in suit levitating; man in business suit levitating
👯 people with bunny ears; dancers bestie bff counterpart dancer double ear identical pair party partying soulmate twin twinsies
👯‍♂️ men with bunny ears; men-with-bunny-ears-partying man-with-bunny-ears-partying bestie bff counterpart dancer double ear identical pair party partying people soulmate twin twinsies
👯‍♀️ women with bunny ears; women-with-bunny-ears-partying woman-with-bunny-ears-partying bestie bff counterpart dancer double ear identical pair party partying people soulmate twin twinsies
🧖 person in steamy room; person in steamy room day luxurious pamper relax sauna spa steam steambath unwind
🧖‍♂️ man in steamy room; man in steamy room day luxurious pamper relax sauna spa steam steambath unwind
🧖‍♀️ woman in steamy room; woman in steamy room day luxurious pamper relax sauna spa steam steambath unwind
🧗 person climbing; person climbing climb climber mountain rock scale up
🧗‍♂️ man climbing; man climbing climb climber mountain rock scale up
🧗‍♀️ woman climbing; woman climbing climb climber mountain rock scale up
🤺 person fencing; fencer sword
🏇 horse racing; horse racing jockey racehorse riding sport
⛷️ skier; skier ski snow
🏂 snowboarder; snowboarder ski snow snowboard sport
🏌️ person golfing; golfer ball birdie caddy driving golf green pga putt range tee
🏌️‍♂️ man golfing; man-golfing ball birdie caddy driving golf green pga putt range tee
🏌️‍♀️ woman golfing; woman-golfing ball birdie caddy driving golf green pga putt range tee
🏄 person surfing; surfer beach ocean sport surf swell waves
🏄‍♂️ man surfing; man-surfing beach ocean sport surf surfer swell waves
🏄‍♀️ woman surfing; woman-surfing beach ocean person sport surf surfer swell waves
🚣 person rowing boat; rowboat canoe cruise fishing lake oar paddle raft river row
🚣‍♂️ man rowing boat; man-rowing-boat canoe cruise fishing lake oar paddle raft river row rowboat
🚣‍♀️ woman rowing boat; woman-rowing-boat canoe cruise fishing lake oar paddle raft river row rowboat
🏊 person swimming; swimmer freestyle sport swim triathlon
🏊‍♂️ man swimming; man-swimming freestyle sport swim swimmer triathlon
🏊‍♀️ woman swimming; woman-swimming freestyle man sport swim swimmer triathlon
⛹️ person bouncing ball; person with ball athletic basketball championship dribble net player throw
⛹️‍♂️ man bouncing ball; man-bouncing-ball athletic basketball championship dribble net player throw
⛹️‍♀️ woman bouncing ball; woman-bouncing-ball athletic basketball championship dribble net player throw
🏋️ person lifting weights; weight lifter barbell bodybuilder deadlift powerlifting weightlifter workout
🏋️‍♂️ man lifting weights; man-lifting-weights barbell bodybuilder deadlift lifter powerlifting weight weightlifter workout
🏋️‍♀️ woman lifting weights; woman-lifting-weights barbell bodybuilder deadlift lifter powerlifting weight weightlifter workout
🚴 person biking; bicyclist bicycle bike cycle cyclist riding sport
🚴‍♂️ man biking; man-biking bicycle bicyclist bike cycle cyclist riding sport
🚴‍♀️ woman biking; woman-biking bicycle bicyclist bike cycle cyclist riding sport
🚵 person mountain biking; mountain bicyclist bicycle bike cycle cyclist riding sport
🚵‍♂️ man mountain biking; man-mountain-biking bicycle bicyclist bike cycle cyclist riding sport
🚵‍♀️ woman mountain biking; woman-mountain-biking bicycle bicyclist bike cycle cyclist riding sport
🤸 person cartwheeling; person doing cartwheel active excited flip gymnastics happy somersault
🤸‍♂️ man cartwheeling; man-cartwheeling active cartwheel excited flip gymnastics happy somersault
🤸‍♀️ woman cartwheeling; woman-cartwheeling active cartwheel excited flip gymnastics happy somersault
🤼 people wrestling; wrestlers combat duel grapple ring tournament wrestle
🤼‍♂️ men wrestling; man-wrestling combat duel grapple ring tournament wrestle
🤼‍♀️ women wrestling; woman-wrestling combat duel grapple ring tournament wrestle
🤽 person playing water polo; water polo sport swimming waterpolo
🤽‍♂️ man playing water polo; man-playing-water-polo sport swimming waterpolo
🤽‍♀️ woman playing water polo; woman-playing-water-polo sport swimming waterpolo
🤾 person playing handball; handball athletics ball catch chuck hurl lob pitch sport throw toss
🤾‍♂️ man playing handball; man-playing-handball athletics ball catch chuck hurl lob pitch sport throw toss
🤾‍♀️ woman playing handball; woman-playing-handball athletics ball catch chuck hurl lob pitch sport throw toss
🤹 person juggling; juggling act balance balancing handle juggle manage multitask skill
🤹‍♂️ man juggling; man-juggling act balance balancing handle juggle manage multitask skill
🤹‍♀️ woman juggling; woman-juggling act balance balancing handle juggle manage multitask skill
🧘 person in lotus position; person in lotus position cross legged legs meditation peace relax serenity yoga yogi zen
🧘‍♂️ man in lotus position; man in lotus position cross legged legs meditation peace relax serenity yoga yogi zen
🧘‍♀️ woman in lotus position; woman in lotus position cross legged legs meditation peace relax serenity yoga yogi zen
🛀 person taking bath; bath bathtub tub
🛌 person in bed; sleeping accommodation bedtime good goodnight hotel nap night sleep tired zzz
🧑‍🤝‍🧑 people holding hands; people holding hands bae bestie bff couple dating flirt friends hand hold twins
👭 women holding hands; two women holding hands bae bestie bff couple dating flirt friends girls hand hold sisters twins
👫 woman and man holding hands; man and woman holding hands couple bae bestie bff dating flirt friends hand hold twins
👬 men holding hands; two men holding hands bae bestie bff boys brothers couple dating flirt friends hand hold twins
💏 kiss; couplekiss anniversary babe bae couple date dating heart love mwah person romance together xoxo
👩‍❤️‍💋‍👨 kiss: woman, man; woman-kiss-man anniversary babe bae couple date dating heart love mwah person romance together xoxo
👨‍❤️‍💋‍👨 kiss: man, man; man-kiss-man anniversary babe bae couple date dating heart love mwah person romance together xoxo
👩‍❤️‍💋‍👩 kiss: woman, woman; woman-kiss-woman anniversary babe bae couple date dating heart love mwah person romance together xoxo
💑 couple with heart; couple with heart anniversary babe bae dating kiss love person relationship romance together you
👩‍❤️‍👨 couple with heart: woman, man; woman-heart-man anniversary babe bae dating kiss love person relationship romance together you
👨‍❤️‍👨 couple with heart: man, man; man-heart-man anniversary babe bae dating kiss love person relationship romance together you
👩‍❤️‍👩 couple with heart: woman, woman; woman-heart-woman anniversary babe bae dating kiss love person relationship romance together you
👨‍👩‍👦 family: man, woman, boy; man-woman-boy child
👨‍👩‍👧 family: man, woman, girl; man-woman-girl child
👨‍👩‍👧‍👦 family: man, woman, girl, boy; man-woman-girl-boy child
👨‍👩‍👦‍👦 family: man, woman, boy, boy; man-woman-boy-boy child
👨‍👩‍👧‍👧 family: man, woman, girl, girl; man-woman-girl-girl child
👨‍👨‍👦 family: man, man, boy; man-man-boy child
👨‍👨‍👧 family: man, man, girl; man-man-girl child
👨‍👨‍👧‍👦 family: man, man, girl, boy; man-man-girl-boy child
👨‍👨‍👦‍👦 family: man, man, boy, boy; man-man-boy-boy child
👨‍👨‍👧‍👧 family: man, man, girl, girl; man-man-girl-girl child
👩‍👩‍👦 family: woman, woman, boy; woman-woman-boy child
👩‍👩‍👧 family: woman, woman, girl; woman-woman-girl child
👩‍👩‍👧‍👦 family: woman, woman, girl, boy; woman-woman-girl-boy child
👩‍👩‍👦‍👦 family: woman, woman, boy, boy; woman-woman-boy-boy child
👩‍👩‍👧‍👧 family: woman, woman, girl, girl; woman-woman-girl-girl child
👨‍👦 family: man, boy; man-boy child
👨‍👦‍👦 family: man, boy, boy; man-boy-boy child
👨‍👧 family: man, girl; man-girl child
👨‍👧‍👦 family: man, girl, boy; man-girl-boy child
👨‍👧‍👧 family: man, girl, girl; man-girl-girl child
👩‍👦 family: woman, boy; woman-boy child
👩‍👦‍👦 family: woman, boy, boy; woman-boy-boy child
👩‍👧 family: woman, girl; woman-girl child
👩‍👧‍👦 family: woman, girl, boy; woman-girl-boy child
👩‍👧‍👧 family: woman, girl, girl; woman-girl-girl child
🗣️ speaking head; speaking head in silhouette face speak
👤 bust in silhouette; bust in silhouette mysterious shadow
👥 busts in silhouette; busts in silhouette bff bust everyone friend friends people
🫂 people hugging; people hugging comfort embrace farewell friendship goodbye hello hug love thanks
👪 family; family child
🧑‍🧑‍🧒 family: adult, adult, child; family adult adult child
🧑‍🧑‍🧒‍🧒 family: adult, adult, child, child; family adult adult child child
🧑‍🧒 family: adult, child; family adult child
🧑‍🧒‍🧒 family: adult, child, child; family adult child child
👣 footprints; footprints barefoot clothing footprint omw print walk
🫆 fingerprint; fingerprint clue crime detective forensics identity mystery print safety trace
`,
  nature: `
🐵 monkey face; monkey face animal banana
🐒 monkey; monkey animal banana
🦍 gorilla; gorilla animal
🦧 orangutan; orangutan animal ape monkey
🐶 dog face; dog adorbs animal pet puppies puppy
🐕 dog; dog2 animal animals dogs pet
🦮 guide dog; guide dog accessibility animal blind
🐕‍🦺 service dog; service dog accessibility animal assistance
🐩 poodle; poodle animal dog fluffy
🐺 wolf; wolf animal face
🦊 fox; fox face animal
🦝 raccoon; raccoon animal curious sly
🐱 cat face; cat animal kitten kitty pet
🐈 cat; cat2 animal animals cats kitten pet
🐈‍⬛ black cat; black cat animal feline halloween meow unlucky
🦁 lion; lion face alpha animal leo mane order rawr roar safari strong zodiac
🐯 tiger face; tiger animal big cat predator
🐅 tiger; tiger2 animal big cat predator zoo
🐆 leopard; leopard animal big cat predator zoo
🐴 horse face; horse animal dressage equine farm horses
🫎 moose; moose alces animal antlers elk mammal
🫏 donkey; donkey animal ass burro hinny mammal mule stubborn
🐎 horse; racehorse animal equestrian farm racing
🦄 unicorn; unicorn face
🦓 zebra; zebra face animal stripe
🦌 deer; deer animal
🦬 bison; bison animal buffalo herd wisent
🐮 cow face; cow animal farm milk moo
🐂 ox; ox animal animals bull farm taurus zodiac
🐃 water buffalo; water buffalo animal zoo
🐄 cow; cow2 animal animals farm milk moo
🐷 pig face; pig animal bacon farm pork
🐖 pig; pig2 animal bacon farm pork sow
🐗 boar; boar animal pig
🐽 pig nose; pig nose animal face farm smell snout
🐏 ram; ram animal aries horns male sheep zodiac zoo
🐑 ewe; sheep animal baa farm female fluffy lamb wool
🐐 goat; goat animal capricorn farm milk zodiac
🐪 camel; dromedary camel animal desert hump one
🐫 two-hump camel; camel animal bactrian desert hump two
🦙 llama; llama alpaca animal guanaco vicuña wool
🦒 giraffe; giraffe face animal spots
🐘 elephant; elephant animal
🦣 mammoth; mammoth animal extinction large tusk wooly
🦏 rhinoceros; rhinoceros animal
🦛 hippopotamus; hippopotamus animal hippo
🐭 mouse face; mouse animal
🐁 mouse; mouse2 animal animals
🐀 rat; rat animal
🐹 hamster; hamster animal face pet
🐰 rabbit face; rabbit animal bunny pet
🐇 rabbit; rabbit2 animal bunny pet
🐿️ chipmunk; chipmunk animal squirrel
🦫 beaver; beaver animal dam teeth
🦔 hedgehog; hedgehog animal spiny
🦇 bat; bat animal vampire
🐻 bear; bear animal face grizzly growl honey
🐻‍❄️ polar bear; polar bear animal arctic white
🐨 koala; koala animal australia bear down face marsupial under
🐼 panda; panda face animal bamboo
🦥 sloth; sloth lazy slow
🦦 otter; otter animal fishing playful
🦨 skunk; skunk animal stink
🦘 kangaroo; kangaroo animal joey jump marsupial
🦡 badger; badger animal honey pester
🐾 paw prints; feet paws print
🦃 turkey; turkey bird gobble thanksgiving
🐔 chicken; chicken animal bird ornithology
🐓 rooster; rooster animal bird ornithology
🐣 hatching chick; hatching chick animal baby bird egg
🐤 baby chick; baby chick animal bird ornithology
🐥 front-facing baby chick; hatched chick animal bird newborn ornithology
🐦 bird; bird animal ornithology
🐧 penguin; penguin animal antarctica bird ornithology
🕊️ dove; dove of peace bird fly ornithology
🦅 eagle; eagle animal bird ornithology
🦆 duck; duck animal bird ornithology
🦢 swan; swan animal bird cygnet duckling ornithology ugly
🦉 owl; owl animal bird ornithology wise
🦤 dodo; dodo animal bird extinction large ornithology
🪶 feather; feather bird flight light plumage
🦩 flamingo; flamingo animal bird flamboyant ornithology tropical
🦚 peacock; peacock animal bird colorful ornithology ostentatious peahen pretty proud
🦜 parrot; parrot animal bird ornithology pirate talk
🪽 wing; wing angelic ascend aviation bird fly flying heavenly mythology soar
🐦‍⬛ black bird; black bird animal beak caw corvid crow ornithology raven rook
🪿 goose; goose animal bird duck flock fowl gaggle gander geese honk ornithology silly
🐦‍🔥 phoenix; phoenix ascend ascension emerge fantasy firebird glory immortal rebirth reincarnation reinvent renewal revival revive rise transform
🐸 frog; frog animal face
🐊 crocodile; crocodile animal zoo
🐢 turtle; turtle animal terrapin tortoise
🦎 lizard; lizard animal reptile
🐍 snake; snake animal bearer ophiuchus serpent zodiac
🐲 dragon face; dragon face animal fairy fairytale tale
🐉 dragon; dragon animal fairy fairytale knights tale
🦕 sauropod; sauropod brachiosaurus brontosaurus dinosaur diplodocus
🦖 T-Rex; t-rex dinosaur rex t tyrannosaurus
🐳 spouting whale; whale animal beach face ocean
🐋 whale; whale2 animal beach ocean
🐬 dolphin; dolphin flipper animal beach ocean
🫍 orca; orca marine ocean whale
🦭 seal; seal animal lion ocean sea
🐟 fish; fish animal dinner fishes fishing pisces zodiac
🐠 tropical fish; tropical fish animal fishes
🐡 blowfish; blowfish animal fish
🦈 shark; shark animal fish
🐙 octopus; octopus animal creature ocean
🐚 spiral shell; shell animal beach conch sea
🪸 coral; coral change climate ocean reef sea
🪼 jellyfish; jellyfish animal aquarium burn invertebrate jelly life marine ocean ouch plankton sea sting stinger tentacles
🦀 crab; crab cancer zodiac
🦞 lobster; lobster animal bisque claws seafood
🦐 shrimp; shrimp food shellfish small
🦑 squid; squid animal food mollusk
🦪 oyster; oyster diving pearl
🐌 snail; snail animal escargot garden nature slug
🦋 butterfly; butterfly insect pretty
🐛 bug; bug animal garden insect
🐜 ant; ant animal garden insect
🐝 honeybee; bee animal bumblebee honey insect nature spring
🪲 beetle; beetle animal bug insect
🐞 lady beetle; ladybug animal garden insect ladybird nature
🦗 cricket; cricket animal bug grasshopper insect orthoptera
🪳 cockroach; cockroach animal insect pest roach
🕷️ spider; spider animal insect
🕸️ spider web; spider web
🦂 scorpion; scorpion scorpio scorpius zodiac
🦟 mosquito; mosquito bite disease fever insect malaria pest virus
🪰 fly; fly animal disease insect maggot pest rotting
🪱 worm; worm animal annelid earthworm parasite
🦠 microbe; microbe amoeba bacteria science virus
💐 bouquet; bouquet anniversary birthday date flower love plant romance
🌸 cherry blossom; cherry blossom flower plant spring springtime
💮 white flower; white flower
🪷 lotus; lotus beauty buddhism calm flower hinduism peace purity serenity
🏵️ rosette; rosette plant
🌹 rose; rose beauty elegant flower love plant red valentine
🥀 wilted flower; wilted flower dying
🌺 hibiscus; hibiscus flower plant
🌻 sunflower; sunflower flower outdoors plant sun
🌼 blossom; blossom buttercup dandelion flower plant
🌷 tulip; tulip blossom flower growth plant
🪻 hyacinth; hyacinth bloom bluebonnet flower indigo lavender lilac lupine plant purple shrub snapdragon spring violet
🌱 seedling; seedling plant sapling sprout young
🪴 potted plant; potted plant decor grow house nurturing pot
🌲 evergreen tree; evergreen tree christmas forest pine
🌳 deciduous tree; deciduous tree forest green habitat shedding
🌴 palm tree; palm tree beach plant tropical
🌵 cactus; cactus desert drought nature plant
🌾 sheaf of rice; ear of rice grain grains plant
🌿 herb; herb leaf plant
☘️ shamrock; shamrock irish plant
🍀 four leaf clover; four leaf clover 4 four-leaf irish lucky plant
🍁 maple leaf; maple leaf falling
🍂 fallen leaf; fallen leaf autumn fall falling
🍃 leaf fluttering in wind; leaves blow flutter
🪹 empty nest; empty nest branch home nesting
🪺 nest with eggs; nest with eggs bird branch egg nesting
🍄 mushroom; mushroom fungus toadstool
🪾 leafless tree; leafless tree bare barren branches dead drought trunk winter wood
`,
  food: `
🍇 grapes; grapes dionysus fruit grape
🍈 melon; melon cantaloupe fruit
🍉 watermelon; watermelon fruit
🍊 tangerine; tangerine c citrus fruit nectarine orange vitamin
🍋 lemon; lemon citrus fruit sour
🍋‍🟩 lime; lime acidity citrus cocktail fruit garnish key margarita mojito refreshing salsa sour tangy tequila tropical zest
🍌 banana; banana fruit potassium
🍍 pineapple; pineapple colada fruit pina tropical
🥭 mango; mango food fruit tropical
🍎 red apple; apple diet food fruit health ripe
🍏 green apple; green apple fruit
🍐 pear; pear fruit
🍑 peach; peach fruit
🍒 cherries; cherries berries cherry fruit red
🍓 strawberry; strawberry berry fruit
🫐 blueberries; blueberries berries berry bilberry blue blueberry food fruit
🥝 kiwi fruit; kiwifruit food
🍅 tomato; tomato food fruit vegetable
🫒 olive; olive food
🥥 coconut; coconut colada palm piña
🥑 avocado; avocado food fruit
🍆 eggplant; eggplant aubergine vegetable
🥔 potato; potato food vegetable
🥕 carrot; carrot food vegetable
🌽 ear of corn; corn crops farm maize maze
🌶️ hot pepper; hot pepper
🫑 bell pepper; bell pepper capsicum food vegetable
🥒 cucumber; cucumber food pickle vegetable
🥬 leafy green; leafy green bok burgers cabbage choy kale lettuce salad
🥦 broccoli; broccoli cabbage wild
🧄 garlic; garlic flavoring
🧅 onion; onion flavoring
🥜 peanuts; peanuts food nut peanut vegetable
🫘 beans; beans food kidney legume small
🌰 chestnut; chestnut almond plant
🫚 ginger root; ginger root beer health herb natural spice
🫛 pea pod; pea pod beans beanstalk edamame legume soybean vegetable veggie
🍄‍🟫 brown mushroom; brown mushroom food fungi fungus nature pizza portobello shiitake shroom spore sprout toppings truffle vegetable vegetarian veggie
🫜 root vegetable; root vegetable beet food garden radish salad turnip vegetarian
🍞 bread; bread carbs food grain loaf restaurant toast wheat
🥐 croissant; croissant bread breakfast crescent food french roll
🥖 baguette bread; baguette bread food french
🫓 flatbread; flatbread arepa bread food gordita lavash naan pita
🥨 pretzel; pretzel convoluted twisted
🥯 bagel; bagel bakery bread breakfast schmear
🥞 pancakes; pancakes breakfast crêpe food hotcake pancake
🧇 waffle; waffle breakfast indecisive iron
🧀 cheese wedge; cheese wedge
🍖 meat on bone; meat on bone
🍗 poultry leg; poultry leg bone chicken drumstick hungry turkey
🥩 cut of meat; cut of meat chop lambchop porkchop red steak
🥓 bacon; bacon breakfast food meat
🍔 hamburger; hamburger burger eat fast food hungry
🍟 french fries; fries fast food
🍕 pizza; pizza cheese food hungry pepperoni slice
🌭 hot dog; hotdog frankfurter sausage
🥪 sandwich; sandwich bread
🌮 taco; taco mexican
🌯 burrito; burrito mexican wrap
🫔 tamale; tamale food mexican pamonha wrapped
🥙 stuffed flatbread; stuffed flatbread falafel food gyro kebab
🧆 falafel; falafel chickpea meatball
🥚 egg; egg breakfast food
🍳 cooking; fried egg breakfast easy fry frying over pan restaurant side sunny up
🥘 shallow pan of food; shallow pan of food casserole paella
🍲 pot of food; stew soup
🫕 fondue; fondue cheese chocolate food melted pot ski
🥣 bowl with spoon; bowl with spoon breakfast cereal congee oatmeal porridge
🥗 green salad; green salad food
🍿 popcorn; popcorn corn movie pop
🧈 butter; butter dairy
🧂 salt; salt condiment flavor mad salty shaker taste upset
🥫 canned food; canned food can
🍱 bento box; bento food
🍘 rice cracker; rice cracker food
🍙 rice ball; rice ball food japanese
🍚 cooked rice; rice food
🍛 curry rice; curry food
🍜 steaming bowl; ramen chopsticks food noodle pho soup
🍝 spaghetti; spaghetti food meatballs pasta restaurant
🍠 roasted sweet potato; sweet potato food
🍢 oden; oden food kebab restaurant seafood skewer stick
🍣 sushi; sushi food
🍤 fried shrimp; fried shrimp prawn tempura
🍥 fish cake with swirl; fish cake food pastry restaurant
🥮 moon cake; moon cake autumn festival yuèbǐng
🍡 dango; dango dessert japanese skewer stick sweet
🥟 dumpling; dumpling empanada gyōza jiaozi pierogi potsticker
🥠 fortune cookie; fortune cookie prophecy
🥡 takeout box; takeout box chopsticks delivery food oyster pail
🍦 soft ice cream; icecream dessert food restaurant serve sweet
🍧 shaved ice; shaved ice dessert restaurant sweet
🍨 ice cream; ice cream dessert food restaurant sweet
🍩 doughnut; doughnut breakfast dessert donut food sweet
🍪 cookie; cookie chip chocolate dessert sweet
🎂 birthday cake; birthday bday celebration dessert happy pastry sweet
🍰 shortcake; cake dessert pastry slice sweet
🧁 cupcake; cupcake bakery dessert sprinkles sugar sweet treat
🥧 pie; pie apple filling fruit meat pastry pumpkin slice
🍫 chocolate bar; chocolate bar candy dessert halloween sweet tooth
🍬 candy; candy cavities dessert halloween restaurant sweet tooth wrapper
🍭 lollipop; lollipop candy dessert food restaurant sweet
🍮 custard; custard dessert pudding sweet
🍯 honey pot; honey pot barrel bear food honeypot jar sweet
🍼 baby bottle; baby bottle babies birth born drink infant milk newborn
🥛 glass of milk; glass of milk drink
☕ hot beverage; coffee cafe caffeine chai drink morning steaming tea
🫖 teapot; teapot brew drink food pot tea
🍵 teacup without handle; tea beverage cup drink oolong
🍶 sake; sake bar beverage bottle cup drink restaurant
🍾 bottle with popping cork; champagne bar drink
🍷 wine glass; wine glass alcohol bar beverage booze club drink drinking drinks restaurant
🍸 cocktail glass; cocktail alcohol bar booze club drink drinking drinks mad martini men
🍹 tropical drink; tropical drink alcohol bar booze club cocktail drinking drinks drunk mai party tai tropics
🍺 beer mug; beer alcohol ale bar booze drink drinking drinks octoberfest oktoberfest pint stein summer
🍻 clinking beer mugs; beers alcohol bar booze bottoms cheers clink drinking drinks
🥂 clinking glasses; clinking glasses celebrate clink drink glass
🥃 tumbler glass; tumbler glass liquor scotch shot whiskey whisky
🫗 pouring liquid; pouring liquid accident drink empty glass oops pour spill water
🥤 cup with straw; cup with straw drink juice malt soda soft water
🧋 bubble tea; bubble tea boba food milk pearl
🧃 beverage box; beverage box juice straw sweet
🧉 mate; mate drink
🧊 ice; ice cube cold iceberg
🥢 chopsticks; chopsticks hashi jeotgarak kuaizi
🍽️ fork and knife with plate; knife fork plate cooking dinner eat
🍴 fork and knife; fork and knife breakfast breaky cooking cutlery delicious dinner eat feed food hungry lunch restaurant yum yummy
🥄 spoon; spoon eat tableware
🔪 kitchen knife; hocho chef cooking tool weapon
🫙 jar; jar condiment container empty nothing sauce store
🏺 amphora; amphora aquarius cooking drink jug tool weapon zodiac
`,
  activities: `
🎃 jack-o-lantern; jack o lantern celebration halloween pumpkin
🎄 Christmas tree; christmas tree celebration
🎆 fireworks; fireworks boom celebration entertainment yolo
🎇 sparkler; sparkler boom celebration fireworks sparkle
🧨 firecracker; firecracker dynamite explosive fire fireworks light pop popping spark
✨ sparkles; sparkles * magic sparkle star
🎈 balloon; balloon birthday celebrate celebration
🎉 party popper; tada awesome birthday celebrate celebration excited hooray woohoo
🎊 confetti ball; confetti ball celebrate celebration party woohoo
🎋 tanabata tree; tanabata tree banner celebration japanese
🎍 pine decoration; bamboo celebration japanese plant
🎎 Japanese dolls; dolls celebration doll festival
🎏 carp streamer; flags celebration
🎐 wind chime; wind chime bell celebration
🎑 moon viewing ceremony; rice scene celebration
🧧 red envelope; red envelope gift good hóngbāo lai luck money see
🎀 ribbon; ribbon celebration
🎁 wrapped gift; gift birthday bow box celebration christmas present surprise
🎗️ reminder ribbon; reminder ribbon celebration
🎟️ admission tickets; admission tickets ticket
🎫 ticket; ticket admission stub
🎖️ military medal; medal award celebration
🏆 trophy; trophy champion champs prize slay sport victory win winning
🏅 sports medal; sports medal award gold winner
🥇 1st place medal; first place medal gold
🥈 2nd place medal; second place medal silver
🥉 3rd place medal; third place medal bronze
⚽ soccer ball; soccer football futbol sport
⚾ baseball; baseball ball sport
🥎 softball; softball ball glove sports underarm
🏀 basketball; basketball ball hoop sport
🏐 volleyball; volleyball ball game
🏈 american football; football ball bowl sport super
🏉 rugby football; rugby football ball sport
🎾 tennis; tennis ball racquet sport
🥏 flying disc; flying disc ultimate
🎳 bowling; bowling ball game sport strike
🏏 cricket game; cricket bat and ball
🏑 field hockey; field hockey stick and ball game
🏒 ice hockey; ice hockey stick and puck game
🥍 lacrosse; lacrosse ball goal sports stick
🏓 ping pong; table tennis paddle and ball bat game pingpong
🏸 badminton; badminton racquet and shuttlecock birdie game
🥊 boxing glove; boxing glove
🥋 martial arts uniform; martial arts uniform judo karate taekwondo
🥅 goal net; goal net
⛳ flag in hole; golf sport
⛸️ ice skate; ice skate skating
🎣 fishing pole; fishing pole and fish entertainment sport
🤿 diving mask; diving mask scuba snorkeling
🎽 running shirt; running shirt with sash athletics
🎿 skis; ski snow sport
🛷 sled; sled luge sledge sleigh snow toboggan
🥌 curling stone; curling stone game rock
🎯 bullseye; dart bull direct entertainment game hit target
🪀 yo-yo; yo-yo fluctuate toy
🪁 kite; kite fly soar
🔫 water pistol; gun handgun revolver tool weapon
🎱 pool 8 ball; 8ball billiard eight game
🔮 crystal ball; crystal ball fairy fairytale fantasy fortune future magic tale tool
🪄 magic wand; magic wand magician witch wizard
🎮 video game; video game controller entertainment
🕹️ joystick; joystick game video videogame
🎰 slot machine; slot machine casino gamble gambling game slots
🎲 game die; game die dice entertainment
🧩 puzzle piece; jigsaw clue interlocking
🧸 teddy bear; teddy bear plaything plush stuffed toy
🪅 piñata; pinata candy celebrate celebration cinco de festive mayo party pinada
🪩 mirror ball; mirror ball dance disco glitter party
🪆 nesting dolls; nesting dolls babooshka baboushka babushka doll matryoshka russia
♠️ spade suit; spades card game
♥️ heart suit; hearts card emotion game
♦️ diamond suit; diamonds card game
♣️ club suit; clubs card game
♟️ chess pawn; chess pawn dupe expendable
🃏 joker; black joker card game wildcard
🀄 mahjong red dragon; mahjong game
🎴 flower playing cards; flower playing cards card game japanese
🎭 performing arts; performing arts actor actress art entertainment mask theater theatre thespian
🖼️ framed picture; frame with picture art museum painting
🎨 artist palette; art artsy arty colorful creative entertainment museum painter painting
🧵 thread; thread needle sewing spool string
🪡 sewing needle; sewing needle embroidery sew stitches sutures tailoring thread
🧶 yarn; yarn ball crochet knit
🪢 knot; knot cord rope tangled tie twine twist
`,
  travel: `
🌍 globe showing Europe-Africa; earth africa europe world
🌎 globe showing Americas; earth americas world
🌏 globe showing Asia-Australia; earth asia australia world
🌐 globe with meridians; globe with meridians earth internet web world worldwide
🗺️ world map; world map
🗾 map of Japan; japan
🧭 compass; compass direction magnetic navigation orienteering
🏔️ snow-capped mountain; snow capped mountain cold
⛰️ mountain; mountain
🛘 landslide; landslide avalanche danger disaster earthquake mountain mudslide rocks
🌋 volcano; volcano eruption mountain nature
🗻 mount fuji; mount fuji mountain nature
🏕️ camping; camping
🏖️ beach with umbrella; beach with umbrella
🏜️ desert; desert
🏝️ desert island; desert island
🏞️ national park; national park
🏟️ stadium; stadium
🏛️ classical building; classical building
🏗️ building construction; building construction crane
🧱 brick; bricks clay mortar wall
🪨 rock; rock boulder heavy solid stone tough
🪵 wood; wood log lumber timber
🛖 hut; hut home house roundhouse shelter yurt
🏘️ houses; house buildings
🏚️ derelict house; derelict house building home
🏠 house; house building country heart home ranch settle simple suburban suburbia where
🏡 house with garden; house with garden building country heart home ranch settle simple suburban suburbia where
🏢 office building; office city cubical job
🏣 Japanese post office; post office building
🏤 post office; european post office building
🏥 hospital; hospital building doctor medicine
🏦 bank; bank building
🏨 hotel; hotel building
🏩 love hotel; love hotel building
🏪 convenience store; convenience store 24 building hours
🏫 school; school building
🏬 department store; department store building
🏭 factory; factory building
🏯 Japanese castle; japanese castle building
🏰 castle; european castle building
💒 wedding; wedding chapel hitched nuptials romance
🗼 Tokyo tower; tokyo tower
🗽 Statue of Liberty; statue of liberty new ny nyc york
⛪ church; church bless chapel christian cross religion
🕌 mosque; mosque islam masjid muslim religion
🛕 hindu temple; hindu temple
🕍 synagogue; synagogue jew jewish judaism religion temple
⛩️ shinto shrine; shinto shrine religion
🕋 kaaba; kaaba hajj islam muslim religion umrah
⛲ fountain; fountain
⛺ tent; tent camping
🌁 foggy; foggy fog
🌃 night with stars; night with stars star
🏙️ cityscape; cityscape city
🌄 sunrise over mountains; sunrise over mountains morning sun
🌅 sunrise; sunrise morning nature sun
🌆 cityscape at dusk; city sunset building evening landscape sun
🌇 sunset; city sunrise building dusk sun
🌉 bridge at night; bridge at night
♨️ hot springs; hotsprings steaming
🎠 carousel horse; carousel horse entertainment
🛝 playground slide; playground slide amusement park play playing sliding theme
🎡 ferris wheel; ferris wheel amusement park theme
🎢 roller coaster; roller coaster amusement park theme
💈 barber pole; barber cut fresh haircut shave
🎪 circus tent; circus tent
🚂 locomotive; steam locomotive caboose engine railway train trains travel
🚃 railway car; railway car electric train tram travel trolleybus
🚄 high-speed train; bullettrain side railway shinkansen speed
🚅 bullet train; bullettrain front high-speed nose railway shinkansen speed travel
🚆 train; train2 arrived choo railway
🚇 metro; metro subway travel
🚈 light rail; light rail arrived monorail railway
🚉 station; station railway train
🚊 tram; tram trolleybus
🚝 monorail; monorail vehicle
🚞 mountain railway; mountain railway car trip
🚋 tram car; train bus trolley trolleybus
🚌 bus; bus school vehicle
🚍 oncoming bus; oncoming bus cars
🚎 trolleybus; trolleybus bus tram trolley
🚐 minibus; minibus bus drive van vehicle
🚑 ambulance; ambulance emergency vehicle
🚒 fire engine; fire engine truck
🚓 police car; police car 5–0 cops patrol
🚔 oncoming police car; oncoming police car
🚕 taxi; taxi cab cabbie car drive vehicle yellow
🚖 oncoming taxi; oncoming taxi cab cabbie cars drove hail yellow
🚗 automobile; car red driving vehicle
🚘 oncoming automobile; oncoming automobile car cars drove vehicle
🚙 sport utility vehicle; blue car drive recreational sportutility
🛻 pickup truck; pickup truck automobile car flatbed pick-up transportation
🚚 delivery truck; truck car drive vehicle
🚛 articulated lorry; articulated lorry car drive move semi truck vehicle
🚜 tractor; tractor vehicle
🏎️ racing car; racing car zoom
🏍️ motorcycle; racing motorcycle
🛵 motor scooter; motor scooter
🦽 manual wheelchair; manual wheelchair accessibility
🦼 motorized wheelchair; motorized wheelchair accessibility
🛺 auto rickshaw; auto rickshaw tuk
🚲 bicycle; bike class cycle cycling cyclist gang ride spin spinning
🛴 kick scooter; scooter
🛹 skateboard; skateboard board skate skater wheels
🛼 roller skate; roller skate blades skates sport
🚏 bus stop; busstop
🛣️ motorway; motorway highway road
🛤️ railway track; railway track train
🛢️ oil drum; oil drum
⛽ fuel pump; fuelpump diesel gas gasoline station
🛞 wheel; wheel car circle tire turn vehicle
🚨 police car light; rotating light alarm alert beacon emergency revolving siren
🚥 horizontal traffic light; traffic light intersection signal stop stoplight
🚦 vertical traffic light; vertical traffic light drove intersection signal stop stoplight
🛑 stop sign; octagonal sign
🚧 construction; construction barrier
⚓ anchor; anchor ship tool
🛟 ring buoy; ring buoy float life lifesaver preserver rescue safety save saver swim
⛵ sailboat; boat resort sailing sea yacht
🛶 canoe; canoe boat
🚤 speedboat; speedboat billionaire boat lake luxury millionaire summer travel
🛳️ passenger ship; passenger ship
⛴️ ferry; ferry boat passenger
🛥️ motor boat; motor boat motorboat
🚢 ship; ship boat passenger travel
✈️ airplane; airplane aeroplane fly flying jet plane travel
🛩️ small airplane; small airplane aeroplane plane
🛫 airplane departure; airplane departure aeroplane check-in departures plane
🛬 airplane arrival; airplane arriving aeroplane arrivals landing plane
🪂 parachute; parachute hang-glide parasail skydive
💺 seat; seat chair
🚁 helicopter; helicopter copter roflcopter travel vehicle
🚟 suspension railway; suspension railway
🚠 mountain cableway; mountain cableway cable gondola lift ski
🚡 aerial tramway; aerial tramway cable car gondola ropeway
🛰️ satellite; satellite space
🚀 rocket; rocket launch rockets space travel
🛸 flying saucer; flying saucer aliens extra terrestrial ufo
🛎️ bellhop bell; bellhop bell hotel
🧳 luggage; luggage bag packing roller suitcase travel
⌛ hourglass done; hourglass sand time timer
⏳ hourglass not done; hourglass flowing sand hours timer waiting yolo
⌚ watch; watch clock time
⏰ alarm clock; alarm clock hours hrs late time waiting
⏱️ stopwatch; stopwatch clock time
⏲️ timer clock; timer clock
🕰️ mantelpiece clock; mantelpiece clock time
🕛 twelve o’clock; clock12 12 00 clock time
🕧 twelve-thirty; clock1230 12 30 clock thirty time twelve
🕐 one o’clock; clock1 1 00 clock time
🕜 one-thirty; clock130 1 30 clock one thirty time
🕑 two o’clock; clock2 2 00 clock time
🕝 two-thirty; clock230 2 30 clock thirty time two
🕒 three o’clock; clock3 3 00 clock time
🕞 three-thirty; clock330 3 30 clock thirty three time
🕓 four o’clock; clock4 4 00 clock time
🕟 four-thirty; clock430 30 4 clock four thirty time
🕔 five o’clock; clock5 5 00 clock time
🕠 five-thirty; clock530 30 5 clock five thirty time
🕕 six o’clock; clock6 6 00 clock time
🕡 six-thirty; clock630 30 6 clock six thirty
🕖 seven o’clock; clock7 0 7 00 clock
🕢 seven-thirty; clock730 30 7 clock seven thirty
🕗 eight o’clock; clock8 8 00 clock time
🕣 eight-thirty; clock830 30 8 clock eight thirty time
🕘 nine o’clock; clock9 9 00 clock time
🕤 nine-thirty; clock930 30 9 clock nine thirty time
🕙 ten o’clock; clock10 0 10 00 clock
🕥 ten-thirty; clock1030 10 30 clock ten thirty time
🕚 eleven o’clock; clock11 11 00 clock time
🕦 eleven-thirty; clock1130 11 30 clock eleven thirty time
🌑 new moon; new moon dark space
🌒 waxing crescent moon; waxing crescent moon dreams space
🌓 first quarter moon; first quarter moon space
🌔 waxing gibbous moon; moon space
🌕 full moon; full moon space
🌖 waning gibbous moon; waning gibbous moon space
🌗 last quarter moon; last quarter moon space
🌘 waning crescent moon; waning crescent moon space
🌙 crescent moon; crescent moon ramadan space
🌚 new moon face; new moon with face space
🌛 first quarter moon face; first quarter moon with face space
🌜 last quarter moon face; last quarter moon with face dreams
🌡️ thermometer; thermometer weather
☀️ sun; sunny bright rays space weather
🌝 full moon face; full moon with face bright
🌞 sun with face; sun with face beach bright day heat shine sunny sunshine weather
🪐 ringed planet; ringed planet saturn saturnine
⭐ star; star astronomy medium stars white
🌟 glowing star; star2 glittery glow night shining sparkle win
🌠 shooting star; stars falling night space
🌌 milky way; milky way space
☁️ cloud; cloud weather
⛅ sun behind cloud; partly sunny cloudy weather
⛈️ cloud with lightning and rain; thunder cloud and rain thunderstorm
🌤️ sun behind small cloud; mostly sunny weather
🌥️ sun behind large cloud; barely sunny weather
🌦️ sun behind rain cloud; partly sunny rain weather
🌧️ cloud with rain; rain cloud weather
🌨️ cloud with snow; snow cloud cold weather
🌩️ cloud with lightning; lightning weather
🌪️ tornado; tornado cloud weather whirlwind
🌫️ fog; fog cloud weather
🌬️ wind face; wind blowing face blow cloud
🌀 cyclone; cyclone dizzy hurricane twister typhoon weather
🌈 rainbow; rainbow gay genderqueer glbt glbtq lesbian lgbt lgbtq lgbtqia nature pride queer rain trans transgender weather
🌂 closed umbrella; closed umbrella clothing rain
☂️ umbrella; umbrella clothing rain
☔ umbrella with rain drops; umbrella with rain drops clothing drop weather
⛱️ umbrella on ground; umbrella on ground rain sun
⚡ high voltage; zap danger electric electricity lightning nature thunder thunderbolt
❄️ snowflake; snowflake cold snow weather
☃️ snowman; snowman cold man snow
⛄ snowman without snow; snowman without snow cold man
☄️ comet; comet space
🔥 fire; fire af burn flame hot lit litaf tool
💧 droplet; droplet cold comic drop nature sad sweat tear water weather
🌊 water wave; ocean nature surf surfer surfing
`,
  objects: `
👓 glasses; eyeglasses clothing eye eyewear
🕶️ sunglasses; dark sunglasses eye eyewear glasses
🥽 goggles; goggles dive eye protection scuba swimming welding
🥼 lab coat; lab coat clothes doctor dr experiment jacket scientist white
🦺 safety vest; safety vest emergency
👔 necktie; necktie clothing employed serious shirt tie
👕 t-shirt; shirt tshirt blue casual clothes clothing collar dressed shopping weekend
👖 jeans; jeans blue casual clothes clothing denim dressed pants shopping trousers weekend
🧣 scarf; scarf bundle cold neck up
🧤 gloves; gloves hand
🧥 coat; coat brr bundle cold jacket up
🧦 socks; socks stocking
👗 dress; dress clothes clothing dressed fancy shopping
👘 kimono; kimono clothing comfortable
🥻 sari; sari clothing dress
🩱 one-piece swimsuit; one-piece swimsuit bathing suit
🩲 briefs; briefs bathing one-piece suit swimsuit underwear
🩳 shorts; shorts bathing pants suit swimsuit underwear
👙 bikini; bikini bathing beach clothing pool suit swim
👚 woman’s clothes; womans clothes blouse clothing collar dress dressed lady shirt shopping woman
🪭 folding hand fan; folding hand fan clack clap cool cooling dance flirt flutter hot shy
👛 purse; purse clothes clothing coin dress fancy handbag shopping
👜 handbag; handbag bag clothes clothing dress lady purse shopping
👝 clutch bag; pouch clothes clothing dress handbag purse
🛍️ shopping bags; shopping bags bag hotel
🎒 backpack; school satchel backpacking bag bookbag education rucksack
🩴 thong sandal; thong sandal beach flip flop sandals shoe thongs zōri
👞 man’s shoe; mans shoe brown clothes clothing feet foot kick man shoes shopping
👟 running shoe; athletic shoe clothes clothing fast kick shoes shopping sneaker tennis
🥾 hiking boot; hiking boot backpacking brown camping outdoors shoe
🥿 flat shoe; womans flat shoe ballet comfy flats slip-on slipper
👠 high-heeled shoe; high heel clothes clothing dress fashion heels shoes shopping stiletto woman
👡 woman’s sandal; sandal clothing shoe woman
🩰 ballet shoes; ballet shoes dance
👢 woman’s boot; boot clothes clothing dress shoe shoes shopping woman
🪮 hair pick; hair pick afro comb groom
👑 crown; crown clothing family king medieval queen royal royalty win
👒 woman’s hat; womans hat clothes clothing garden hats party woman
🎩 top hat; tophat clothes clothing fancy formal magic
🎓 graduation cap; mortar board celebration clothing education hat scholar
🧢 billed cap; billed cap baseball bent dad hat
🪖 military helmet; military helmet army soldier war warrior
⛑️ rescue worker’s helmet; helmet with white cross aid face hat
📿 prayer beads; prayer beads clothing necklace religion
💄 lipstick; lipstick cosmetics date makeup
💍 ring; ring diamond engaged engagement married romance shiny sparkling wedding
💎 gem stone; gem diamond engagement jewel money romance wedding
🔇 muted speaker; mute quiet silent sound
🔈 speaker low volume; speaker soft sound
🔉 speaker medium volume; sound
🔊 speaker high volume; loud sound music
📢 loudspeaker; loudspeaker address communication loud public sound
📣 megaphone; mega cheering sound
📯 postal horn; postal horn post
🔔 bell; bell break church sound
🔕 bell with slash; no bell forbidden mute not prohibited quiet silent sound
🎼 musical score; musical score music note
🎵 musical note; musical note music sound
🎶 musical notes; notes music note sound
🎙️ studio microphone; studio microphone mic music
🎚️ level slider; level slider music
🎛️ control knobs; control knobs music
🎤 microphone; microphone karaoke mic music sing sound
🎧 headphone; headphones earbud sound
📻 radio; radio entertainment tbt video
🎷 saxophone; saxophone instrument music sax
🎺 trumpet; trumpet instrument music
🪊 trombone; trombone brass instrument jazz music sad slide
🪗 accordion; accordion box concertina instrument music squeeze squeezebox
🎸 guitar; guitar instrument music strat
🎹 musical keyboard; musical keyboard instrument music piano
🎻 violin; violin instrument music
🪕 banjo; banjo music stringed
🥁 drum; drum with drumsticks music
🪘 long drum; long drum beat conga instrument rhythm
🪇 maracas; maracas cha dance instrument music party percussion rattle shake shaker
🪈 flute; flute band fife flautist instrument marching music orchestra piccolo pipe recorder woodwind
🪉 harp; harp cupid instrument love music orchestra
📱 mobile phone; iphone cell communication telephone
📲 mobile phone with arrow; calling build call cell communication receive telephone
☎️ telephone; phone
📞 telephone receiver; telephone receiver communication phone voip
📟 pager; pager communication
📠 fax machine; fax communication
🔋 battery; battery
🪫 low battery; low battery drained electronic energy power
🔌 electric plug; electric plug electricity
💻 laptop; computer office pc personal
🖥️ desktop computer; desktop computer monitor
🖨️ printer; printer computer
⌨️ keyboard; keyboard computer
🖱️ computer mouse; three button mouse
🖲️ trackball; trackball computer
💽 computer disk; minidisc minidisk optical
💾 floppy disk; floppy disk computer
💿 optical disk; cd blu-ray computer dvd
📀 dvd; dvd blu-ray cd computer disk optical
🧮 abacus; abacus calculation calculator
🎥 movie camera; movie camera bollywood cinema film hollywood record
🎞️ film frames; film frames cinema movie
📽️ film projector; film projector cinema movie video
🎬 clapper board; clapper action movie
📺 television; tv video
📷 camera; camera photo selfie snap tbt trip video
📸 camera with flash; camera with flash video
📹 video camera; video camera camcorder tbt
📼 videocassette; vhs old school tape vcr video
🔍 magnifying glass tilted left; mag lab left-pointing science search tool
🔎 magnifying glass tilted right; mag right contact lab right-pointing science search tool
🕯️ candle; candle light
💡 light bulb; bulb comic electric idea
🔦 flashlight; flashlight electric light tool torch
🏮 red paper lantern; izakaya lantern bar light restaurant
🪔 diya lamp; diya lamp light oil
📔 notebook with decorative cover; notebook with decorative cover book decorated education school writing
📕 closed book; closed book education
📖 open book; book education fantasy knowledge library novels reading
📗 green book; green book education fantasy library reading
📘 blue book; blue book education fantasy library reading
📙 orange book; orange book education fantasy library reading
📚 books; books book education fantasy knowledge library novels reading school study
📓 notebook; notebook
📒 ledger; ledger notebook
📃 page with curl; page with curl document paper
📜 scroll; scroll paper
📄 page facing up; page facing up document paper
📰 newspaper; newspaper communication news paper
🗞️ rolled-up newspaper; rolled up newspaper news paper
📑 bookmark tabs; bookmark tabs mark marker
🔖 bookmark; bookmark mark
🏷️ label; label tag
🪙 coin; coin dollar euro gold metal money rich silver treasure
💰 money bag; moneybag bank bet billion cash cost dollar gold million paid paying pot rich win
🪎 treasure chest; treasure chest gem gold jewels loot money prize silver valuables wealth
💴 yen banknote; yen bank bill currency money note
💵 dollar banknote; dollar bank bill currency money note
💶 euro banknote; euro 100 bank bill currency money note rich
💷 pound banknote; pound bank bill billion cash currency money note pounds
💸 money with wings; money with wings bank banknote bill billion cash dollar fly million note pay
💳 credit card; credit card bank cash charge money pay
🧾 receipt; receipt accounting bookkeeping evidence invoice proof
💹 chart increasing with yen; chart bank currency graph growth market money rise trend upward
✉️ envelope; email e-mail letter
📧 e-mail; e-mail email letter mail
📨 incoming envelope; incoming envelope delivering e-mail email letter mail receive sent
📩 envelope with arrow; envelope with arrow communication down e-mail email letter mail outgoing send sent
📤 outbox tray; outbox tray box email letter mail sent
📥 inbox tray; inbox tray box email letter mail receive zero
📦 package; package box communication delivery parcel shipping
📫 closed mailbox with raised flag; mailbox communication mail postbox
📪 closed mailbox with lowered flag; mailbox closed mail postbox
📬 open mailbox with raised flag; mailbox with mail postbox
📭 open mailbox with lowered flag; mailbox with no mail postbox
📮 postbox; postbox mail mailbox
🗳️ ballot box with ballot; ballot box with ballot
✏️ pencil; pencil2
✒️ black nib; black nib pen
🖋️ fountain pen; lower left fountain pen
🖊️ pen; lower left ballpoint pen
🖌️ paintbrush; lower left paintbrush painting
🖍️ crayon; lower left crayon
📝 memo; memo pencil communication media notes
💼 briefcase; briefcase office
📁 file folder; file folder
📂 open file folder; open file folder
🗂️ card index dividers; card index dividers
📅 calendar; date
📆 tear-off calendar; calendar
🗒️ spiral notepad; spiral note pad
🗓️ spiral calendar; spiral calendar pad
📇 card index; card index old rolodex school
📈 chart increasing; chart with upwards trend data graph growth right up upward
📉 chart decreasing; chart with downwards trend data down downward graph negative
📊 bar chart; bar chart data graph
📋 clipboard; clipboard do list notes
📌 pushpin; pushpin collage pin
📍 round pushpin; round pushpin location map pin
📎 paperclip; paperclip
🖇️ linked paperclips; linked paperclips link paperclip
📏 straight ruler; straight ruler angle edge math straightedge
📐 triangular ruler; triangular ruler angle math rule set slide triangle
✂️ scissors; scissors cut cutting paper tool
🗃️ card file box; card file box
🗄️ file cabinet; file cabinet filing paper
🗑️ wastebasket; wastebasket can garbage trash waste
🔒 locked; lock closed private
🔓 unlocked; unlock cracked lock open
🔏 locked with pen; lock with ink pen nib privacy
🔐 locked with key; closed lock with key bike secure
🔑 key; key keys lock major password unlock
🗝️ old key; old key clue lock
🔨 hammer; hammer home improvement repairs tool
🪓 axe; axe ax chop hatchet split wood
⛏️ pick; pick hammer mining tool
⚒️ hammer and pick; hammer and pick tool
🛠️ hammer and wrench; hammer and wrench spanner tool
🗡️ dagger; dagger knife weapon
⚔️ crossed swords; crossed swords weapon
💣 bomb; bomb boom comic dangerous explosion hot
🪃 boomerang; boomerang rebound repercussion weapon
🏹 bow and arrow; bow and arrow archer archery sagittarius tool weapon zodiac
🛡️ shield; shield weapon
🪚 carpentry saw; carpentry saw carpenter cut lumber tool trim
🔧 wrench; wrench home improvement spanner tool
🪛 screwdriver; screwdriver flathead handy screw tool
🔩 nut and bolt; nut and bolt home improvement tool
⚙️ gear; gear cog cogwheel tool
🗜️ clamp; compression compress tool vice
⚖️ balance scale; scales justice libra tool weight zodiac
🦯 white cane; probing cane accessibility blind
🔗 link; link links
⛓️‍💥 broken chain; broken chain break breaking cuffs freedom
⛓️ chains; chains chain
🪝 hook; hook catch crook curve ensnare point selling
🧰 toolbox; toolbox box chest mechanic red tool
🧲 magnet; magnet attraction horseshoe magnetic negative positive shape u
🪜 ladder; ladder climb rung step
🪏 shovel; shovel bury dig garden hole plant scoop snow spade
⚗️ alembic; alembic chemistry tool
🧪 test tube; test tube chemist chemistry experiment lab science
🧫 petri dish; petri dish bacteria biologist biology culture lab
🧬 dna; dna biologist evolution gene genetics life
🔬 microscope; microscope experiment lab science tool
🔭 telescope; telescope contact extraterrestrial science tool
📡 satellite antenna; satellite antenna aliens contact dish science
💉 syringe; syringe doctor flu medicine needle shot sick tool vaccination
🩸 drop of blood; drop of blood bleed donation injury medicine menstruation
💊 pill; pill doctor drugs medicated medicine pills sick vitamin
🩹 adhesive bandage; adhesive bandage
🩼 crutch; crutch aid cane disability help hurt injured mobility stick
🩺 stethoscope; stethoscope doctor heart medicine
🩻 x-ray; x-ray bones doctor medical skeleton skull xray
🚪 door; door back closet front
🛗 elevator; elevator accessibility hoist lift
🪞 mirror; mirror makeup reflection reflector speculum
🪟 window; window air frame fresh opening transparent view
🛏️ bed; bed hotel sleep
🛋️ couch and lamp; couch and lamp hotel
🪑 chair; chair seat sit
🚽 toilet; toilet bathroom
🪠 plunger; plunger cup force plumber poop suction toilet
🚿 shower; shower water
🛁 bathtub; bathtub bath
🪤 mouse trap; mouse trap bait cheese lure mousetrap snare
🪒 razor; razor sharp shave
🧴 lotion bottle; lotion bottle moisturizer shampoo sunscreen
🧷 safety pin; safety pin diaper punk rock
🧹 broom; broom cleaning sweeping witch
🧺 basket; basket farming laundry picnic
🧻 roll of paper; roll of paper toilet towels
🪣 bucket; bucket cask pail vat
🧼 soap; soap bar bathing clean cleaning lather soapdish
🫧 bubbles; bubbles bubble burp clean floating pearl soap underwater
🪥 toothbrush; toothbrush bathroom brush clean dental hygiene teeth toiletry
🧽 sponge; sponge absorbing cleaning porous soak
🧯 fire extinguisher; fire extinguisher extinguish quench
🛒 shopping cart; shopping trolley
🚬 cigarette; smoking
⚰️ coffin; coffin dead death vampire
🪦 headstone; headstone cemetery dead grave graveyard memorial rip tomb tombstone
⚱️ funeral urn; funeral urn ashes death
🧿 nazar amulet; nazar amulet bead blue charm evil-eye talisman
🪬 hamsa; hamsa amulet fatima fortune guide hand mary miriam palm protect protection
🗿 moai; moyai face statue stoneface travel
🪧 placard; placard card demonstration notice picket plaque protest sign
🪪 identification card; identification card credentials document id license security
`,
  symbols: `
🏧 ATM sign; atm automated bank cash money teller
🚮 litter in bin sign; put litter in its place litterbin
🚰 potable water; potable water drinking
♿ wheelchair symbol; wheelchair access handicap
🚹 men’s room; mens bathroom lavatory man restroom toilet wc
🚺 women’s room; womens bathroom lavatory restroom toilet wc woman
🚻 restroom; restroom bathroom lavatory toilet wc
🚼 baby symbol; baby symbol changing
🚾 water closet; wc bathroom lavatory restroom toilet
🛂 passport control; passport control
🛃 customs; customs packing
🛄 baggage claim; baggage claim arrived bags case checked journey packing plane ready travel trip
🛅 left luggage; left luggage baggage case locker
⚠️ warning; warning caution
🚸 children crossing; children crossing child pedestrian traffic
⛔ no entry; no entry do fail forbidden not pass prohibited traffic
🚫 prohibited; no entry sign forbidden not smoke
🚳 no bicycles; no bicycles bicycle bike forbidden not prohibited
🚭 no smoking; no smoking forbidden not prohibited smoke
🚯 no littering; do not litter forbidden prohibited
🚱 non-potable water; non-potable water dry non-drinking prohibited
🚷 no pedestrians; no pedestrians forbidden not pedestrian prohibited
📵 no mobile phones; no mobile phones cell forbidden not phone prohibited telephone
🔞 no one under eighteen; underage 18 age forbidden not prohibited restriction
☢️ radioactive; radioactive sign
☣️ biohazard; biohazard sign
⬆️ up arrow; arrow up cardinal direction north
↗️ up-right arrow; arrow upper right direction intercardinal northeast
➡️ right arrow; arrow right cardinal direction east
↘️ down-right arrow; arrow lower right direction intercardinal southeast
⬇️ down arrow; arrow down cardinal direction south
↙️ down-left arrow; arrow lower left direction intercardinal southwest
⬅️ left arrow; arrow left cardinal direction west
↖️ up-left arrow; arrow upper left direction intercardinal northwest
↕️ up-down arrow; arrow up down
↔️ left-right arrow; left right arrow
↩️ right arrow curving left; leftwards arrow with hook
↪️ left arrow curving right; arrow right hook
⤴️ right arrow curving up; arrow heading up
⤵️ right arrow curving down; arrow heading down
🔃 clockwise vertical arrows; arrows clockwise arrow refresh reload
🔄 counterclockwise arrows button; arrows counterclockwise again anticlockwise arrow deja refresh rewindershins vu
🔙 BACK arrow; back
🔚 END arrow; end
🔛 ON! arrow; on mark
🔜 SOON arrow; soon brb omw
🔝 TOP arrow; top homie up
🛐 place of worship; place of worship pray religion
⚛️ atom symbol; atom symbol atheist
🕉️ om; om symbol hindu religion
✡️ star of David; star of david jew jewish judaism religion
☸️ wheel of dharma; wheel of dharma buddhist religion
☯️ yin yang; yin yang difficult lives religion tao taoist total yinyang
✝️ latin cross; latin cross christ christian religion
☦️ orthodox cross; orthodox cross christian religion
☪️ star and crescent; star and crescent islam muslim ramadan religion
☮️ peace symbol; peace symbol healing peaceful
🕎 menorah; menorah with nine branches candelabrum candlestick hanukkah jewish judaism religion
🔯 dotted six-pointed star; six pointed star fortune jewish judaism
🪯 khanda; khanda deg fateh khalsa religion sikh sikhism tegh
♈ Aries; aries horoscope ram zodiac
♉ Taurus; taurus bull horoscope ox zodiac
♊ Gemini; gemini horoscope twins zodiac
♋ Cancer; cancer crab horoscope zodiac
♌ Leo; leo horoscope lion zodiac
♍ Virgo; virgo horoscope zodiac
♎ Libra; libra balance horoscope justice scales zodiac
♏ Scorpio; scorpius horoscope scorpion zodiac
♐ Sagittarius; sagittarius archer horoscope zodiac
♑ Capricorn; capricorn goat horoscope zodiac
♒ Aquarius; aquarius bearer horoscope water zodiac
♓ Pisces; pisces fish horoscope zodiac
⛎ Ophiuchus; ophiuchus bearer serpent snake zodiac
🔀 shuffle tracks button; twisted rightwards arrows arrow crossed
🔁 repeat button; repeat arrow clockwise
🔂 repeat single button; repeat one arrow clockwise once
▶️ play button; arrow forward right triangle
⏩ fast-forward button; fast forward arrow double
⏭️ next track button; black right pointing double triangle with vertical bar arrow scene
⏯️ play or pause button; black right pointing triangle with double vertical bar arrow
◀️ reverse button; arrow backward left triangle
⏪ fast reverse button; rewind arrow double
⏮️ last track button; black left pointing double triangle with vertical bar arrow previous scene
🔼 upwards button; arrow up small red
⏫ fast up button; arrow double up
🔽 downwards button; arrow down small red
⏬ fast down button; arrow double down
⏸️ pause button; double vertical bar
⏹️ stop button; black square for stop
⏺️ record button; black circle for record
⏏️ eject button; eject
🎦 cinema; cinema camera film movie
🔅 dim button; low brightness
🔆 bright button; high brightness light
📶 antenna bars; signal strength bar cell communication mobile phone telephone
🛜 wireless; wireless broadband computer connectivity hotspot internet network router smartphone wi-fi wifi wlan
📳 vibration mode; vibration mode cell communication mobile phone telephone
📴 mobile phone off; mobile phone off cell telephone
♀️ female sign; female sign woman
♂️ male sign; male sign man
⚧️ transgender symbol; transgender symbol
✖️ multiply; heavy multiplication x cancel sign ×
➕ plus; heavy plus sign +
➖ minus; heavy minus sign - math −
➗ divide; heavy division sign math ÷
🟰 heavy equals sign; heavy equals sign answer equal equality math
♾️ infinity; infinity forever unbounded universal
‼️ double exclamation mark; bangbang ! !! punctuation
⁉️ exclamation question mark; interrobang ! !? ? punctuation
❓ red question mark; question ? punctuation
❔ white question mark; grey question ? outlined punctuation
❕ white exclamation mark; grey exclamation ! outlined punctuation
❗ red exclamation mark; exclamation heavy ! punctuation
〰️ wavy dash; wavy dash punctuation
💱 currency exchange; currency exchange bank money
💲 heavy dollar sign; heavy dollar sign billion cash charge currency million money pay
⚕️ medical symbol; medical symbol staff of aesculapius medicine
♻️ recycling symbol; recycle
⚜️ fleur-de-lis; fleur de lis knights
🔱 trident emblem; trident anchor poseidon ship tool
📛 name badge; name badge
🔰 Japanese symbol for beginner; beginner chevron green leaf tool yellow
⭕ hollow red circle; o heavy large
✅ check mark button; white check mark checked checkmark complete completed done fixed tick ✓
☑️ check box with check; ballot box with check checked done off tick ✓
✔️ check mark; heavy check mark checked checkmark done tick ✓
❌ cross mark; x cancel multiplication multiply ×
❎ cross mark button; negative squared cross mark multiplication multiply square x ×
➰ curly loop; curly loop curl
➿ double curly loop; loop curl
〽️ part alternation mark; part alternation mark
✳️ eight-spoked asterisk; eight spoked asterisk *
✴️ eight-pointed star; eight pointed black star *
❇️ sparkle; sparkle *
©️ copyright; copyright c
®️ registered; registered r
™️ trade mark; tm trademark
🫟 splatter; splatter drip holi ink liquid mess paint spill stain
🔟 keycap: 10; keycap ten
🔠 input latin uppercase; capital abcd letters
🔡 input latin lowercase; abcd letters
🔢 input numbers; 1234
🔣 input symbols; symbols % & ♪ 〒
🔤 input latin letters; abc alphabet
🅰️ A button (blood type); a
🆎 AB button (blood type); ab
🅱️ B button (blood type); b
🆑 CL button; cl
🆒 COOL button; cool
🆓 FREE button; free
ℹ️ information; information source i
🆔 ID button; id identity
Ⓜ️ circled M; m circle
🆕 NEW button; new
🆖 NG button; ng
🅾️ O button (blood type); o2
🆗 OK button; ok okay
🅿️ P button; parking
🆘 SOS button; sos help
🆙 UP! button; up mark
🆚 VS button; vs versus
🈁 Japanese “here” button; koko katakana
🈂️ Japanese “service charge” button; sa katakana
🈷️ Japanese “monthly amount” button; u6708 ideograph
🈶 Japanese “not free of charge” button; u6709 ideograph
🈯 Japanese “reserved” button; u6307 ideograph
🉐 Japanese “bargain” button; ideograph advantage
🈹 Japanese “discount” button; u5272 ideograph
🈚 Japanese “free of charge” button; u7121 ideograph
🈲 Japanese “prohibited” button; u7981 ideograph
🉑 Japanese “acceptable” button; accept ideograph
🈸 Japanese “application” button; u7533 ideograph
🈴 Japanese “passing grade” button; u5408 ideograph
🈳 Japanese “vacancy” button; u7a7a ideograph
㊗️ Japanese “congratulations” button; congratulations ideograph
㊙️ Japanese “secret” button; secret ideograph
🈺 Japanese “open for business” button; u55b6 ideograph
🈵 Japanese “no vacancy” button; u6e80 ideograph
🔴 red circle; red circle geometric
🟠 orange circle; large orange circle
🟡 yellow circle; large yellow circle
🟢 green circle; large green circle
🔵 blue circle; large blue circle geometric
🟣 purple circle; large purple circle
🟤 brown circle; large brown circle
⚫ black circle; black circle geometric
⚪ white circle; white circle geometric
🟥 red square; large red square card penalty
🟧 orange square; large orange square
🟨 yellow square; large yellow square card penalty
🟩 green square; large green square
🟦 blue square; large blue square
🟪 purple square; large purple square
🟫 brown square; large brown square
⬛ black large square; black large square geometric
⬜ white large square; white large square geometric
◼️ black medium square; black medium square geometric
◻️ white medium square; white medium square geometric
◾ black medium-small square; black medium small square geometric
◽ white medium-small square; white medium small square geometric
▪️ black small square; black small square geometric
▫️ white small square; white small square geometric
🔶 large orange diamond; large orange diamond geometric
🔷 large blue diamond; large blue diamond geometric
🔸 small orange diamond; small orange diamond geometric
🔹 small blue diamond; small blue diamond geometric
🔺 red triangle pointed up; small red triangle geometric
🔻 red triangle pointed down; small red triangle down geometric
💠 diamond with a dot; diamond shape with a dot inside comic geometric
🔘 radio button; radio button geometric
🔳 white square button; white square button geometric outlined
🔲 black square button; black square button geometric
`,
  flags: `
🏁 chequered flag; checkered flag finish flags game race racing sport win
🚩 triangular flag; triangular flag on post construction golf
🎌 crossed flags; crossed flags celebration cross japanese
🏴 black flag; waving black flag
🏳️ white flag; waving white flag
🏳️‍🌈 rainbow flag; rainbow-flag bisexual gay genderqueer glbt glbtq lesbian lgbt lgbtq lgbtqia pride queer trans transgender
🏳️‍⚧️ transgender flag; transgender flag blue light pink white
🏴‍☠️ pirate flag; pirate flag jolly plunder roger treasure
🏴󠁧󠁢󠁥󠁮󠁧󠁿 flag: England; flag-england gbeng
🏴󠁧󠁢󠁳󠁣󠁴󠁿 flag: Scotland; flag-scotland gbsct
🏴󠁧󠁢󠁷󠁬󠁳󠁿 flag: Wales; flag-wales gbwls
`,
}
