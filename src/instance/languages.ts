/** ISO 639-1, and codes of three letters for languages without one of two that people post in. */
const CODES =
  'aa ab ae af ak am an ar as ast av ay az ba be bg bh bi bm bn bo br bs ca ce ch chr ckb cnr co cr cs ' +
  'csb cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gsw gu gv ha he hi ho ' +
  'hr ht hu hy hz ia id ie ig ii ik io is it iu ja jbo jv ka kab kg ki kj kk kl km kn ko kr ks ku kv ' +
  'kw ky la lb lfn lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd nds ne ng nl nn no nr nv ' +
  'ny oc oj om or os pa pap pi pl ps pt qu rm rn ro ru rw sa sc sco sd se sg si sk sl sm sma smj sn so ' +
  'sq sr ss st su sv sw szl ta te tg th ti tk tl tn to tok tr ts tt tw ty ug uk ur uz vai ve vi vo wa ' +
  'wo xal xh yi yo yue za zba zgh zh zu'

/** Languages that a status may be in, with their English names. */
export function listLanguages(): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' })
  return CODES.split(' ').map((code) => ({ code, name: MISSING[code] ?? names.of(code) ?? code }))
}

/** Constructed languages that the runtime has no name for. */
const MISSING: Record<string, string> = {
  lfn: 'Lingua Franca Nova',
  tok: 'Toki Pona',
  zba: 'Balaibalan',
}
