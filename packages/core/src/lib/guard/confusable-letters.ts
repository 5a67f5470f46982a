/**
 * Characters that a reader takes for an ASCII letter and that neither NFKC nor
 * stripping of marks turns into one: Cyrillic, Greek, Armenian, Cherokee, Lisu,
 * Coptic, runes, small capitals, letters with a stroke. Reduced by hand from the idea of
 * UTS #39 to what can stand in a name, and wider: seeing a name too often costs
 * one escaped bracket. A character may stand in several rows. Independent of the
 * engine's Unicode version.
 */
export const CONFUSABLE_LETTERS: Readonly<Record<string, string>> = {
  a: 'ⲀⲁɑαаᴀᎪᗅꓮ𖽀𐊠ΑАᗩꭺÅåɐæ⍺',
  b: 'ⲂⲃƄЬьᏏᖯВвΒβᏴᗷꓐ𐊂𐊡𐌁ʙᏼɓƀƃ',
  c: 'ςϲⲥсꮯ𐐽ᴄСⲤϹᏟꓚ𐊢𐌂𐐕𐔜¢ƈȼҁ',
  d: 'ԁᏧᑯꓒᎠᗞᗪꓓᴅɗđꭰժƌÐð',
  e: 'ΣⲈⲉ℮еҽꬲЕΕε⋿ᎬꓰⴹᴇєɛꭼəɘɇЄәѐё𐊆',
  f: 'ꞙꬵẝքϜᖴꓝ𐊇𐊥ꜰƒ',
  g: 'ɡᶃƍցԌᏀᏳꓖɢǥꮐɠ',
  h: 'һհᏂΗηНнⲎᎻᕼꓧ𐋏ʜħћꮒꮋɦђⱨ',
  i: 'ⲓıɪɩιіꙇӏᎥɨΙІӀⲒⵏᛁꓲ𐊊𐌉ꭵוןا١۱ߊ∣⍳¡ǀΪїῐ׀lI1|',
  j: 'ϳјЈᎫᒍꓙͿᴊȷɉꭻʝյ',
  k: 'κкКΚⲔᏦᛕꓗ𐔘ᴋĸꮶƙқҝⲕ',
  l: 'ԼլⲓӏłʟᏞᒪꓡ𐐛𐑃ꮮǀɭƚɫіІӀΙⲒⵏᛁꓲ𐊊𐌉וןا١۱ߊ∣׀1|I',
  m: 'μмМΜϺⲘᎷᗰᛖꓟ𐊰𐌑ᴍꮇɱ₥ⲙ',
  n: 'ոռпηΝⲚꓠ𐔓ɴƞɲŋ∩ИПᴨⲛ',
  o: 'οоОΟσᴏᴑꬽօՕסه٥۵߀०০੦૦୦௦౦೦൦๐໐၀ဝⲟⲞⵔഠꓳ𐊒𐊫𐐄𐐬𐔖𐓂𐓪øɵθΘ〇○◯ᐤ0Øѳө',
  p: 'ρрⲣРΡⲢᏢᑭꓑ𐊕ᴘþ⍴ꮲƿ',
  q: 'ԛգզⵕԚϙɋ',
  r: 'ΓгᴦⲅꭇꭈꮁʀᎡᏒᖇꓣ𐒴ɼɽɾяЯꭱꮢɍ',
  s: 'ςѕЅƽꜱꮪ𐑈ՏᏕᏚꓢ𐊖𐐠ʂșş',
  t: 'тТτΤⲦᎢꓔ𐊗𐊱𐌕ᴛ⊤⟙ŧƫƭꭲⲧț',
  u: 'υսʋᴜꞟꭎꭒ𐓶ՍሀᑌꓴцμиИ∪⋃ʉџ𐓎',
  v: 'νѵטᴠ∨⋁ꮩѴᏙⴸᐯꓦ٧۷𐔝Ѷѷ',
  w: 'ѡԝաɯᴡꮃᎳᏔꓪωшШԜѠ',
  x: 'хХχΧ×ᕁᕽ⤫⤬⨯᙮ꓫⵝⲬ𐊐𐊴𐌗ꭓᚷ╳ҳⲭ',
  y: 'γуүҮΥУყỿɣʏᶌꭚⲨᎩᎽꓬ𐊲ƴұўɏⲩ',
  z: 'ᴢꮓᏃΖζꓜʐƶȥʑ',
}
