/**
 * Emoji that are one character, by group: the character, Unicode's name of it in English, and behind a semicolon
 * further words that people look for. Flags are made of what the browser calls the countries.
 */
export const EMOJI_GROUPS: Readonly<Record<string, string>> = {
  smileys: `
😀 grinning face; smile
😁 grinning face with smiling eyes
😂 face with tears of joy; lol laugh
😃 smiling face with open mouth
😄 smiling face with open mouth and smiling eyes
😅 smiling face with open mouth and cold sweat; sweat
😆 smiling face with open mouth and tightly-closed eyes
😇 smiling face with halo; angel
😈 smiling face with horns
😉 winking face; wink
😊 smiling face with smiling eyes; smile blush
😋 face savouring delicious food; yum delicious
😌 relieved face
😍 smiling face with heart-shaped eyes; love
😎 smiling face with sunglasses; cool
😏 smirking face
😐 neutral face
😑 expressionless face
😒 unamused face
😓 face with cold sweat
😔 pensive face
😕 confused face
😖 confounded face
😗 kissing face
😘 face throwing a kiss
😙 kissing face with smiling eyes
😚 kissing face with closed eyes
😛 face with stuck-out tongue
😜 face with stuck-out tongue and winking eye
😝 face with stuck-out tongue and tightly-closed eyes
😞 disappointed face
😟 worried face
😠 angry face
😡 pouting face; angry
😢 crying face; sad cry
😣 persevering face
😤 face with look of triumph
😥 disappointed but relieved face
😦 frowning face with open mouth
😧 anguished face
😨 fearful face
😩 weary face
😪 sleepy face
😫 tired face
😬 grimacing face; grimace
😭 loudly crying face; cry sob
😮 face with open mouth
😯 hushed face
😰 face with open mouth and cold sweat
😱 face screaming in fear; scream
😲 astonished face
😳 flushed face
😴 sleeping face; sleep
😵 dizzy face
😶 face without mouth
😷 face with medical mask; mask
😸 grinning cat face with smiling eyes
😹 cat face with tears of joy
😺 smiling cat face with open mouth
😻 smiling cat face with heart-shaped eyes
😼 cat face with wry smile
😽 kissing cat face with closed eyes
😾 pouting cat face
😿 crying cat face
🙀 weary cat face
🙁 slightly frowning face
🙂 slightly smiling face
🙃 upside-down face; upside down
🙄 face with rolling eyes; eye roll
🙈 see-no-evil monkey
🙉 hear-no-evil monkey
🙊 speak-no-evil monkey
🤍 white heart
🤎 brown heart
🤐 zipper-mouth face
🤑 money-mouth face
🤒 face with thermometer; ill sick
🤓 nerd face
🤔 thinking face; think hmm
🤕 face with head-bandage
🤖 robot face; robot
🤗 hugging face; hug
🤠 face with cowboy hat
🤡 clown face
🤢 nauseated face; sick
🤣 rolling on the floor laughing; lol rofl
🤤 drooling face
🤥 lying face
🤧 sneezing face
🤨 face with one eyebrow raised
🤩 grinning face with star eyes
🤪 grinning face with one large and one small eye
🤫 face with finger covering closed lips
🤬 serious face with symbols covering mouth
🤭 smiling face with smiling eyes and hand covering mouth
🤮 face with open mouth vomiting; vomit
🤯 shocked face with exploding head; mind blown
🥰 smiling face with smiling eyes and three hearts
🥱 yawning face
🥲 smiling face with tear
🥳 face with party horn and party hat; party
🥴 face with uneven eyes and wavy mouth
🥵 overheated face
🥶 freezing face
🥸 disguised face
🥹 face holding back tears
🥺 face with pleading eyes; please plead
🧐 face with monocle
🧡 orange heart
🫠 melting face; melt
🫡 saluting face; salute
🫢 face with open eyes and hand over mouth
🫣 face with peeking eye
🫤 face with diagonal mouth
🫥 dotted line face
🫦 biting lip
🫧 bubbles
☠️ skull and crossbones
☹️ white frowning face
☺️ white smiling face
❣️ heavy heart exclamation mark ornament
❤️ red heart; love red heart
🎃 jack-o-lantern; halloween pumpkin
👹 japanese ogre
👺 japanese goblin
👻 ghost; ghost
👽 extraterrestrial alien
👾 alien monster
👿 imp
💀 skull; dead skull
💋 kiss mark
💌 love letter
💓 beating heart
💔 broken heart; sad
💕 two hearts
💖 sparkling heart
💗 growing heart
💘 heart with arrow
💙 blue heart
💚 green heart
💛 yellow heart
💜 purple heart
💝 heart with ribbon
💞 revolving hearts
💟 heart decoration
💢 anger symbol
💣 bomb
💤 sleeping symbol
💥 collision symbol
💦 splashing sweat symbol
💨 dash symbol
💩 pile of poo; poop
💫 dizzy symbol
💬 speech balloon; talk speech
💭 thought balloon
💯 hundred points symbol; hundred
🖤 black heart; black heart
`,
  people: `
☝️ white up pointing index
⛹️ person with ball
✊ raised fist
✋ raised hand
✌️ victory hand; peace victory
✍️ writing hand
🎅 father christmas
🏂 snowboarder
🏃 runner
🏄 surfer
🏇 horse racing
🏊 swimmer
🏋️ weight lifter
🏌️ golfer
👀 eyes; look eyes
👁️ eye
👂 ear
👃 nose
👄 mouth
👅 tongue
👆 white up pointing backhand index
👇 white down pointing backhand index
👈 white left pointing backhand index
👉 white right pointing backhand index
👊 fisted hand sign
👋 waving hand sign; hello hi bye wave
👌 ok hand sign; ok
👍 thumbs up sign; +1 yes like thumbsup
👎 thumbs down sign; -1 no dislike thumbsdown
👏 clapping hands sign; clap applause
👐 open hands sign
👑 crown
👒 womans hat
👓 eyeglasses
👔 necktie
👕 t-shirt
👖 jeans
👗 dress
👘 kimono
👙 bikini
👚 womans clothes
👛 purse
👜 handbag
👝 pouch
👞 mans shoe
👟 athletic shoe
👠 high-heeled shoe
👡 womans sandal
👢 womans boots
👣 footprints
👤 bust in silhouette
👥 busts in silhouette
👦 boy
👧 girl
👨 man
👩 woman
👪 family
👫 man and woman holding hands
👬 two men holding hands
👭 two women holding hands
👮 police officer
👯 woman with bunny ears
👰 bride with veil
👱 person with blond hair
👲 man with gua pi mao
👳 man with turban
👴 older man
👵 older woman
👶 baby
👷 construction worker
👸 princess
👼 baby angel
💁 information desk person
💂 guardsman
💃 dancer
💅 nail polish
💆 face massage
💇 haircut
💏 kiss
💑 couple with heart
💪 flexed biceps; strong muscle
🕴️ man in business suit levitating
🕵️ sleuth or spy
🕺 man dancing
🖐️ raised hand with fingers splayed
🖕 reversed hand with middle finger extended
🖖 raised hand with part between middle and ring fingers
🗣️ speaking head in silhouette
🙅 face with no good gesture
🙆 face with ok gesture
🙇 person bowing deeply
🙋 happy person raising one hand
🙌 person raising both hands in celebration; hooray praise
🙍 person frowning
🙎 person with pouting face
🙏 person with folded hands; please thanks pray
🚣 rowboat
🚴 bicyclist
🚵 mountain bicyclist
🚶 pedestrian
🛀 bath
🛌 sleeping accommodation
🤌 pinched fingers
🤏 pinching hand
🤘 sign of the horns
🤙 call me hand
🤚 raised back of hand
🤛 left-facing fist
🤜 right-facing fist
🤝 handshake
🤞 hand with index and middle fingers crossed; luck fingers crossed
🤟 i love you hand sign
🤦 face palm; facepalm
🤰 pregnant woman
🤱 breast-feeding
🤲 palms up together
🤳 selfie
🤴 prince
🤵 man in tuxedo
🤶 mother christmas
🤷 shrug; shrug
🤸 person doing cartwheel
🤹 juggling
🤺 fencer
🤼 wrestlers
🤽 water polo
🤾 handball
🥷 ninja
🦰 emoji component red hair
🦱 emoji component curly hair
🦲 emoji component bald
🦳 emoji component white hair
🦴 bone
🦵 leg
🦶 foot
🦷 tooth
🦸 superhero
🦹 supervillain
🦺 safety vest
🦻 ear with hearing aid
🧌 troll
🧍 standing person
🧎 kneeling person
🧏 deaf person
🧑 adult
🧒 child
🧓 older adult
🧔 bearded person
🧕 person with headscarf
🧖 person in steamy room
🧗 person climbing
🧘 person in lotus position
🧙 mage
🧚 fairy
🧛 vampire
🧜 merperson
🧝 elf
🧞 genie
🧟 zombie
🧠 brain
🫀 anatomical heart
🫁 lungs
🫂 people hugging
🫃 pregnant man
🫄 pregnant person
🫅 person with crown
🫰 hand with index finger and thumb crossed
🫱 rightwards hand
🫲 leftwards hand
🫳 palm down hand
🫴 palm up hand
🫵 index pointing at the viewer
🫶 heart hands
`,
  nature: `
☀️ black sun with rays; sun sunny
☁️ cloud
☂️ umbrella
☃️ snowman
☄️ comet
☔ umbrella with rain drops
☘️ shamrock
⚡ high voltage sign; lightning thunder
⛄ snowman without snow
⛅ sun behind cloud
⛈️ thunder cloud and rain
❄️ snowflake; snow cold
⭐ white medium star; star
🌀 cyclone
🌂 closed umbrella
🌈 rainbow; rainbow pride
🌊 water wave
🌋 volcano
🌌 milky way
🌍 earth globe europe-africa; earth world
🌎 earth globe americas
🌏 earth globe asia-australia
🌐 globe with meridians
🌑 new moon symbol
🌒 waxing crescent moon symbol
🌓 first quarter moon symbol
🌔 waxing gibbous moon symbol
🌕 full moon symbol
🌖 waning gibbous moon symbol
🌗 last quarter moon symbol
🌘 waning crescent moon symbol
🌙 crescent moon
🌚 new moon with face
🌛 first quarter moon with face
🌜 last quarter moon with face
🌝 full moon with face
🌞 sun with face
🌟 glowing star
🌠 shooting star
🌡️ thermometer
🌤️ white sun with small cloud
🌥️ white sun behind cloud
🌦️ white sun behind cloud with rain
🌧️ cloud with rain; rain
🌨️ cloud with snow
🌩️ cloud with lightning
🌪️ cloud with tornado
🌫️ fog
🌬️ wind blowing face
🌰 chestnut
🌱 seedling; plant grow
🌲 evergreen tree
🌳 deciduous tree
🌴 palm tree
🌵 cactus
🌷 tulip
🌸 cherry blossom
🌹 rose; rose
🌺 hibiscus
🌻 sunflower
🌼 blossom
🌾 ear of rice
🌿 herb
🍀 four leaf clover
🍁 maple leaf
🍂 fallen leaf
🍃 leaf fluttering in wind
🏵️ rosette
🐀 rat
🐁 mouse
🐂 ox
🐃 water buffalo
🐄 cow
🐅 tiger
🐆 leopard
🐇 rabbit
🐈 cat; cat
🐉 dragon
🐊 crocodile
🐋 whale
🐌 snail
🐍 snake
🐎 horse
🐏 ram
🐐 goat
🐑 sheep
🐒 monkey
🐓 rooster
🐔 chicken
🐕 dog; dog
🐖 pig
🐗 boar
🐘 elephant
🐙 octopus
🐚 spiral shell
🐛 bug; bug insect
🐜 ant
🐝 honeybee
🐞 lady beetle
🐟 fish
🐠 tropical fish
🐡 blowfish
🐢 turtle
🐣 hatching chick
🐤 baby chick
🐥 front-facing baby chick
🐦 bird; bird
🐧 penguin
🐨 koala
🐩 poodle
🐪 dromedary camel
🐫 bactrian camel
🐬 dolphin
🐭 mouse face
🐮 cow face
🐯 tiger face
🐰 rabbit face
🐱 cat face; cat kitty
🐲 dragon face
🐳 spouting whale
🐴 horse face
🐵 monkey face
🐶 dog face; puppy
🐷 pig face
🐸 frog face
🐹 hamster face
🐺 wolf face
🐻 bear face
🐼 panda face
🐽 pig nose
🐾 paw prints
🐿️ chipmunk
💐 bouquet
💧 droplet
💮 white flower
🔥 fire; hot lit
🕊️ dove of peace
🕷️ spider
🕸️ spider web
🥀 wilted flower
🦀 crab
🦁 lion face
🦂 scorpion
🦃 turkey
🦄 unicorn face
🦅 eagle
🦆 duck
🦇 bat
🦈 shark
🦉 owl
🦊 fox face
🦋 butterfly
🦌 deer
🦍 gorilla
🦎 lizard
🦏 rhinoceros
🦐 shrimp
🦑 squid
🦒 giraffe face
🦓 zebra face
🦔 hedgehog
🦕 sauropod
🦖 t-rex
🦗 cricket
🦘 kangaroo
🦙 llama
🦚 peacock
🦛 hippopotamus
🦜 parrot
🦝 raccoon
🦞 lobster
🦟 mosquito
🦠 microbe
🦡 badger
🦢 swan
🦣 mammoth
🦤 dodo
🦥 sloth
🦦 otter
🦧 orangutan
🦨 skunk
🦩 flamingo
🦪 oyster
🦫 beaver
🦬 bison
🦭 seal
🦮 guide dog
🪰 fly
🪱 worm
🪲 beetle
🪳 cockroach
🪴 potted plant
🪵 wood
🪶 feather
🪷 lotus
🪸 coral
🪹 empty nest
🪺 nest with eggs
`,
  food: `
☕ hot beverage; coffee tea
🌭 hot dog
🌮 taco
🌯 burrito
🌶️ hot pepper
🌽 ear of maize
🍄 mushroom
🍅 tomato
🍆 aubergine
🍇 grapes
🍈 melon
🍉 watermelon
🍊 tangerine
🍋 lemon
🍌 banana
🍍 pineapple
🍎 red apple
🍏 green apple
🍐 pear
🍑 peach
🍒 cherries
🍓 strawberry
🍔 hamburger
🍕 slice of pizza; pizza
🍖 meat on bone
🍗 poultry leg
🍘 rice cracker
🍙 rice ball
🍚 cooked rice
🍛 curry and rice
🍜 steaming bowl
🍝 spaghetti
🍞 bread
🍟 french fries
🍠 roasted sweet potato
🍡 dango
🍢 oden
🍣 sushi
🍤 fried shrimp
🍥 fish cake with swirl design
🍦 soft ice cream
🍧 shaved ice
🍨 ice cream
🍩 doughnut
🍪 cookie
🍫 chocolate bar
🍬 candy
🍭 lollipop
🍮 custard
🍯 honey pot
🍰 shortcake
🍱 bento box
🍲 pot of food
🍳 cooking
🍴 fork and knife
🍵 teacup without handle
🍶 sake bottle and cup
🍷 wine glass
🍸 cocktail glass
🍹 tropical drink
🍺 beer mug; drink
🍻 clinking beer mugs
🍼 baby bottle
🍽️ fork and knife with plate
🍾 bottle with popping cork
🍿 popcorn
🎂 birthday cake; birthday cake
🏺 amphora
🔪 hocho
🥐 croissant
🥑 avocado
🥒 cucumber
🥓 bacon
🥔 potato
🥕 carrot
🥖 baguette bread
🥗 green salad
🥘 shallow pan of food
🥙 stuffed flatbread
🥚 egg
🥛 glass of milk
🥜 peanuts
🥝 kiwifruit
🥞 pancakes
🥟 dumpling
🥠 fortune cookie
🥡 takeout box
🥢 chopsticks
🥣 bowl with spoon
🥤 cup with straw
🥥 coconut
🥦 broccoli
🥧 pie
🥨 pretzel
🥩 cut of meat
🥪 sandwich
🥫 canned food
🥬 leafy green
🥭 mango
🥮 moon cake
🥯 bagel
🧀 cheese wedge
🧁 cupcake
🧂 salt shaker
🧃 beverage box
🧄 garlic
🧅 onion
🧆 falafel
🧇 waffle
🧈 butter
🧉 mate drink
🧊 ice cube
🧋 bubble tea
🫐 blueberries
🫑 bell pepper
🫒 olive
🫓 flatbread
🫔 tamale
🫕 fondue
🫖 teapot
🫗 pouring liquid
🫘 beans
🫙 jar
`,
  activities: `
♟️ black chess pawn
♠️ black spade suit
♣️ black club suit
♥️ black heart suit
♦️ black diamond suit
⚽ soccer ball
⚾ baseball
⛳ flag in hole
⛷️ skier
⛸️ ice skate
✨ sparkles; stars shiny
🀄 mahjong tile red dragon
🃏 playing card black joker
🎀 ribbon
🎁 wrapped present
🎄 christmas tree; christmas tree
🎆 fireworks
🎇 firework sparkler
🎈 balloon
🎉 party popper; tada congratulations party
🎊 confetti ball
🎋 tanabata tree
🎌 crossed flags
🎍 pine decoration
🎎 japanese dolls
🎏 carp streamer
🎐 wind chime
🎑 moon viewing ceremony
🎒 school satchel
🎓 graduation cap
🎖️ military medal
🎗️ reminder ribbon
🎟️ admission tickets
🎠 carousel horse
🎣 fishing pole and fish
🎨 artist palette
🎩 top hat
🎪 circus tent
🎫 ticket
🎬 clapper board
🎭 performing arts
🎮 video game
🎯 direct hit
🎰 slot machine
🎱 billiards
🎲 game die
🎳 bowling
🎴 flower playing cards
🎵 musical note; music note
🎶 multiple musical notes; music notes
🎷 saxophone
🎸 guitar
🎹 musical keyboard
🎺 trumpet
🎻 violin
🎼 musical score
🎽 running shirt with sash
🎾 tennis racquet and ball
🎿 ski and ski boot
🏀 basketball and hoop
🏁 chequered flag
🏅 sports medal
🏆 trophy
🏈 american football
🏉 rugby football
🏏 cricket bat and ball
🏐 volleyball
🏑 field hockey stick and ball
🏒 ice hockey stick and puck
🏓 table tennis paddle and ball
🏸 badminton racquet and shuttlecock
🏹 bow and arrow
🔫 pistol
🔮 crystal ball
🕹️ joystick
🖼️ frame with picture
🛷 sled
🤿 diving mask
🥁 drum with drumsticks
🥂 clinking glasses
🥃 tumbler glass
🥄 spoon
🥅 goal net
🥇 first place medal
🥈 second place medal
🥉 third place medal
🥊 boxing glove
🥋 martial arts uniform
🥌 curling stone
🥍 lacrosse stick and ball
🥎 softball
🥏 flying disc
🧧 red gift envelope
🧨 firecracker
🧩 jigsaw puzzle piece
🧵 spool of thread
🧶 ball of yarn
🧸 teddy bear
🪀 yo-yo
🪁 kite
🪄 magic wand
🪅 pinata
🪆 nesting dolls
🪡 sewing needle
🪢 knot
🪩 mirror ball
`,
  travel: `
⌚ watch
⌛ hourglass
⏰ alarm clock
⏱️ stopwatch
⏲️ timer clock
⏳ hourglass with flowing sand
♨️ hot springs
⚓ anchor
⛪ church
⛰️ mountain
⛱️ umbrella on ground
⛲ fountain
⛴️ ferry
⛵ sailboat
⛺ tent
⛽ fuel pump
✈️ airplane; plane airplane
🌁 foggy
🌃 night with stars
🌄 sunrise over mountains
🌅 sunrise
🌆 cityscape at dusk
🌇 sunset over buildings
🌉 bridge at night
🎢 roller coaster
🏍️ racing motorcycle
🏎️ racing car
🏔️ snow capped mountain
🏕️ camping
🏖️ beach with umbrella
🏗️ building construction
🏘️ house buildings
🏙️ cityscape
🏚️ derelict house building
🏛️ classical building
🏜️ desert
🏝️ desert island
🏞️ national park
🏟️ stadium
🏠 house building; home house
🏡 house with garden
🏢 office building
🏣 japanese post office
🏤 european post office
🏥 hospital
🏦 bank
🏧 automated teller machine
🏨 hotel
🏩 love hotel
🏪 convenience store
🏫 school
🏬 department store
🏭 factory
🏮 izakaya lantern
🏯 japanese castle
🏰 european castle
💈 barber pole
💒 wedding
🕋 kaaba
🕌 mosque
🕍 synagogue
🕐 clock face one oclock
🕑 clock face two oclock
🕒 clock face three oclock
🕓 clock face four oclock
🕔 clock face five oclock
🕕 clock face six oclock
🕖 clock face seven oclock
🕗 clock face eight oclock
🕘 clock face nine oclock
🕙 clock face ten oclock
🕚 clock face eleven oclock
🕛 clock face twelve oclock
🕜 clock face one-thirty
🕝 clock face two-thirty
🕞 clock face three-thirty
🕟 clock face four-thirty
🕠 clock face five-thirty
🕡 clock face six-thirty
🕢 clock face seven-thirty
🕣 clock face eight-thirty
🕤 clock face nine-thirty
🕥 clock face ten-thirty
🕦 clock face eleven-thirty
🕧 clock face twelve-thirty
🗺️ world map
🗻 mount fuji
🗼 tokyo tower
🗽 statue of liberty
🗾 silhouette of japan
🗿 moyai
🚀 rocket; launch
🚁 helicopter
🚂 steam locomotive
🚃 railway car
🚄 high-speed train
🚅 high-speed train with bullet nose
🚆 train
🚇 metro
🚈 light rail
🚉 station
🚊 tram
🚋 tram car
🚌 bus
🚍 oncoming bus
🚎 trolleybus
🚏 bus stop
🚐 minibus
🚑 ambulance
🚒 fire engine
🚓 police car
🚔 oncoming police car
🚕 taxi
🚖 oncoming taxi
🚗 automobile; car
🚘 oncoming automobile
🚙 recreational vehicle
🚚 delivery truck
🚛 articulated lorry
🚜 tractor
🚝 monorail
🚞 mountain railway
🚟 suspension railway
🚠 mountain cableway
🚡 aerial tramway
🚢 ship
🚤 speedboat
🚥 horizontal traffic light
🚦 vertical traffic light
🚧 construction sign
🚨 police cars revolving light
🚲 bicycle; bike bicycle
🛋️ couch and lamp
🛏️ bed
🛕 hindu temple
🛖 hut
🛗 elevator
🛝 playground slide
🛞 wheel
🛟 ring buoy
🛢️ oil drum
🛣️ motorway
🛤️ railway track
🛥️ motor boat
🛩️ small airplane
🛫 airplane departure
🛬 airplane arriving
🛰️ satellite
🛳️ passenger ship
🛴 scooter
🛵 motor scooter
🛶 canoe
🛸 flying saucer
🛹 skateboard
🛺 auto rickshaw
🛻 pickup truck
🛼 roller skate
🦼 motorized wheelchair
🦽 manual wheelchair
🧭 compass
🧱 brick
🧳 luggage
🪨 rock
`,
  objects: `
☎️ black telephone
⚒️ hammer and pick
⚔️ crossed swords
⚕️ staff of aesculapius
⚖️ scales
⚗️ alembic
⚙️ gear
⚛️ atom symbol
⚜️ fleur-de-lis
⚰️ coffin
⚱️ funeral urn
⛏️ pick
⛑️ helmet with white cross
⛓️ chains
⛩️ shinto shrine
✂️ black scissors
✉️ envelope
✏️ pencil
✒️ black nib
🎙️ studio microphone
🎚️ level slider
🎛️ control knobs
🎞️ film frames
🎡 ferris wheel
🎤 microphone
🎥 movie camera
🎧 headphone
🏳️ waving white flag
🏴 waving black flag
🏷️ label
💄 lipstick
💉 syringe
💊 pill
💍 ring
💎 gem stone
💡 electric light bulb; idea
💰 money bag
💳 credit card
💴 banknote with yen sign
💵 banknote with dollar sign
💶 banknote with euro sign
💷 banknote with pound sign
💸 money with wings
💹 chart with upwards trend and yen sign
💺 seat
💻 personal computer; computer laptop
💼 briefcase
💽 minidisc
💾 floppy disk
💿 optical disc
📀 dvd
📁 file folder
📂 open file folder
📃 page with curl
📄 page facing up
📅 calendar
📆 tear-off calendar
📇 card index
📈 chart with upwards trend
📉 chart with downwards trend
📊 bar chart
📋 clipboard
📌 pushpin; pin
📍 round pushpin
📎 paperclip
📏 straight ruler
📐 triangular ruler
📑 bookmark tabs
📒 ledger
📓 notebook
📔 notebook with decorative cover
📕 closed book
📖 open book
📗 green book
📘 blue book
📙 orange book
📚 books; books read
📜 scroll
📝 memo
📞 telephone receiver
📟 pager
📠 fax machine
📡 satellite antenna
📢 public address loudspeaker
📣 cheering megaphone
📤 outbox tray
📥 inbox tray
📦 package
📧 e-mail symbol
📨 incoming envelope
📩 envelope with downwards arrow above
📪 closed mailbox with lowered flag
📫 closed mailbox with raised flag
📬 open mailbox with raised flag
📭 open mailbox with lowered flag
📮 postbox
📯 postal horn
📰 newspaper
📱 mobile phone; phone mobile
📲 mobile phone with rightwards arrow at left
📵 no mobile phones
📷 camera; photo camera
📸 camera with flash
📹 video camera
📺 television
📻 radio
📼 videocassette
📽️ film projector
📿 prayer beads
🔊 speaker with three sound waves
🔋 battery
🔌 electric plug
🔍 left-pointing magnifying glass
🔎 right-pointing magnifying glass
🔏 lock with ink pen
🔐 closed lock with key
🔑 key
🔒 lock
🔓 open lock
🔔 bell
🔕 bell with cancellation stroke
🔖 bookmark
🔦 electric torch
🔧 wrench
🔨 hammer
🔩 nut and bolt
🔬 microscope
🔭 telescope
🕯️ candle
🕰️ mantelpiece clock
🕳️ hole
🕶️ dark sunglasses
🖇️ linked paperclips
🖊️ lower left ballpoint pen
🖋️ lower left fountain pen
🖌️ lower left paintbrush
🖍️ lower left crayon
🖥️ desktop computer
🖨️ printer
🖱️ three button mouse
🖲️ trackball
🗂️ card index dividers
🗃️ card file box
🗄️ file cabinet
🗑️ wastebasket; trash
🗒️ spiral note pad
🗓️ spiral calendar pad
🗜️ compression
🗝️ old key
🗞️ rolled-up newspaper
🗡️ dagger knife
🗳️ ballot box with ballot
🚩 triangular flag on post
🚪 door
🛍️ shopping bags
🛎️ bellhop bell
🛒 shopping trolley
🛠️ hammer and wrench
🛡️ shield
🥻 sari
🥼 lab coat
🥽 goggles
🥾 hiking boot
🥿 flat shoe
🦯 probing cane
🦾 mechanical arm
🦿 mechanical leg
🧢 billed cap
🧣 scarf
🧤 gloves
🧥 coat
🧦 socks
🧪 test tube
🧫 petri dish
🧬 dna double helix
🧮 abacus
🧯 fire extinguisher
🧰 toolbox
🧲 magnet
🧴 lotion bottle
🧷 safety pin
🧹 broom
🧺 basket
🧻 roll of paper
🧼 bar of soap
🧽 sponge
🧾 receipt
🧿 nazar amulet
🩰 ballet shoes
🩱 one-piece swimsuit
🩲 briefs
🩳 shorts
🩴 thong sandal
🩸 drop of blood
🩹 adhesive bandage
🩺 stethoscope
🩻 x-ray
🩼 crutch
🪂 parachute
🪃 boomerang
🪐 ringed planet
🪑 chair
🪒 razor
🪓 axe
🪔 diya lamp
🪕 banjo
🪖 military helmet
🪗 accordion
🪘 long drum
🪙 coin
🪚 carpentry saw
🪛 screwdriver
🪜 ladder
🪝 hook
🪞 mirror
🪟 window
🪠 plunger
🪣 bucket
🪤 mouse trap
🪥 toothbrush
🪦 headstone
🪧 placard
🪪 identification card
🪫 low battery
🪬 hamsa
`,
  symbols: `
‼️ double exclamation mark
⁉️ exclamation question mark
™️ trade mark
ℹ️ information source
↔️ left right arrow
↕️ up down arrow
↖️ north west arrow
↗️ north east arrow
↘️ south east arrow
↙️ south west arrow
↩️ leftwards arrow with hook
↪️ rightwards arrow with hook
⌨️ keyboard
⏏️ eject symbol
⏩ black right-pointing double triangle
⏪ black left-pointing double triangle
⏫ black up-pointing double triangle
⏬ black down-pointing double triangle
⏭️ black right-pointing double triangle with vertical bar
⏮️ black left-pointing double triangle with vertical bar
⏯️ black right-pointing triangle with double vertical bar
⏸️ double vertical bar
⏹️ black square for stop
⏺️ black circle for record
Ⓜ️ circled latin capital letter m
▪️ black small square
▫️ white small square
▶️ black right-pointing triangle
◀️ black left-pointing triangle
◻️ white medium square
◼️ black medium square
◽ white medium small square
◾ black medium small square
☑️ ballot box with check
☢️ radioactive
☣️ biohazard
☦️ orthodox cross
☪️ star and crescent
☮️ peace symbol
☯️ yin yang
☸️ wheel of dharma
♀️ female
♂️ male
♈ aries
♉ taurus
♊ gemini
♋ cancer
♌ leo
♍ virgo
♎ libra
♏ scorpius
♐ sagittarius
♑ capricorn
♒ aquarius
♓ pisces
♻️ black universal recycling symbol
♾️ permanent paper
♿ wheelchair symbol
⚠️ warning; warning
⚧️ male with stroke and male and female
⚪ medium white circle
⚫ medium black circle
⛎ ophiuchus
⛔ no entry
✅ white heavy check mark; yes done check
✔️ heavy check mark
✖️ heavy multiplication x
✝️ latin cross
✡️ star of david
✳️ eight spoked asterisk
✴️ eight pointed black star
❇️ sparkle
❌ cross mark; no wrong cross
❎ negative squared cross mark
❓ black question mark ornament; question
❔ white question mark ornament
❕ white exclamation mark ornament
❗ heavy exclamation mark symbol; exclamation
➕ heavy plus
➖ heavy minus
➗ heavy division
➡️ black rightwards arrow
➰ curly loop
➿ double curly loop
⤴️ arrow pointing rightwards then curving upwards
⤵️ arrow pointing rightwards then curving downwards
⬅️ leftwards black arrow
⬆️ upwards black arrow
⬇️ downwards black arrow
⬛ black large square
⬜ white large square
⭕ heavy large circle
〰️ wavy dash
〽️ part alternation mark
㊗️ circled ideograph congratulation
㊙️ circled ideograph secret
🅰️ negative squared latin capital letter a
🅱️ negative squared latin capital letter b
🅾️ negative squared latin capital letter o
🅿️ negative squared latin capital letter p
🆎 negative squared ab
🆑 squared cl
🆒 squared cool
🆓 squared free
🆔 squared id
🆕 squared new
🆖 squared ng
🆗 squared ok
🆘 squared sos
🆙 squared up with exclamation mark
🆚 squared vs
🈁 squared katakana koko
🈂️ squared katakana sa
🈚 squared cjk unified ideograph-7121
🈯 squared cjk unified ideograph-6307
🈲 squared cjk unified ideograph-7981
🈳 squared cjk unified ideograph-7a7a
🈴 squared cjk unified ideograph-5408
🈵 squared cjk unified ideograph-6e80
🈶 squared cjk unified ideograph-6709
🈷️ squared cjk unified ideograph-6708
🈸 squared cjk unified ideograph-7533
🈹 squared cjk unified ideograph-5272
🈺 squared cjk unified ideograph-55b6
🉐 circled ideograph advantage
🉑 circled ideograph accept
🎦 cinema
💠 diamond shape with a dot inside
💱 currency exchange
💲 heavy dollar
📛 name badge
📳 vibration mode
📴 mobile phone off
📶 antenna with bars
🔀 twisted rightwards arrows
🔁 clockwise rightwards and leftwards open circle arrows
🔂 clockwise rightwards and leftwards open circle arrows with circled one overlay
🔃 clockwise downwards and upwards open circle arrows
🔄 anticlockwise downwards and upwards open circle arrows
🔅 low brightness symbol
🔆 high brightness symbol
🔇 speaker with cancellation stroke
🔈 speaker
🔉 speaker with one sound wave
🔗 link symbol; link
🔘 radio button
🔙 back with leftwards arrow above
🔚 end with leftwards arrow above
🔛 on with exclamation mark with left right arrow above
🔜 soon with rightwards arrow above
🔝 top with upwards arrow above
🔞 no one under eighteen symbol
🔟 keycap ten
🔠 input symbol for latin capital letters
🔡 input symbol for latin small letters
🔢 input symbol for numbers
🔣 input symbol for symbols
🔤 input symbol for latin letters
🔯 six pointed star with middle dot
🔰 japanese symbol for beginner
🔱 trident emblem
🔲 black square button
🔳 white square button
🔴 large red circle
🔵 large blue circle
🔶 large orange diamond
🔷 large blue diamond
🔸 small orange diamond
🔹 small blue diamond
🔺 up-pointing red triangle
🔻 down-pointing red triangle
🔼 up-pointing small red triangle
🔽 down-pointing small red triangle
🕉️ om symbol
🕎 menorah with nine branches
🗨️ left speech bubble
🗯️ right anger bubble
🚫 no entry
🚬 smoking symbol
🚭 no smoking symbol
🚮 put litter in its place symbol
🚯 do not litter symbol
🚰 potable water symbol
🚱 non-potable water symbol
🚳 no bicycles
🚷 no pedestrians
🚸 children crossing
🚹 mens symbol
🚺 womens symbol
🚻 restroom
🚼 baby symbol
🚽 toilet
🚾 water closet
🚿 shower
🛁 bathtub
🛂 passport control
🛃 customs
🛄 baggage claim
🛅 left luggage
🛐 place of worship
🛑 octagonal
🟠 large orange circle
🟡 large yellow circle
🟢 large green circle
🟣 large purple circle
🟤 large brown circle
🟥 large red square
🟦 large blue square
🟧 large orange square
🟨 large yellow square
🟩 large green square
🟪 large purple square
🟫 large brown square
🟰 heavy equals
`,
}
