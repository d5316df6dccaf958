/// A reference such as `&amp;` or `&#8217;` in XML or HTML text.
struct CharacterReference {
  /// The scalar value that the reference denotes.
  let scalarValue: UInt32

  /// The offset after the reference.
  let end: Int

  /// Whether the reference is numeric or has one of the five names that XML predefines.
  let isKnownToXML: Bool

  /// Whether it ends with a semicolon.
  let hasSemicolon: Bool

  /// Reads the reference at an ampersand; returns nil if there is no known one.
  ///
  /// At most as many bytes as the longest known name has are read, so that the cost is bounded.
  init?(in bytes: [UInt8], at ampersand: Int, end: Int) {
    guard ampersand + 1 < end else { return nil }
    if bytes[ampersand + 1] == UInt8(ascii: "#") {
      self.init(numberIn: bytes, at: ampersand + 2, end: end)
    } else {
      self.init(nameIn: bytes, at: ampersand + 1, end: end)
    }
  }

  private init?(numberIn bytes: [UInt8], at start: Int, end: Int) {
    var offset = start
    let isHexadecimal = offset < end && bytes[offset] | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { offset += 1 }
    let firstDigit = offset
    var value: UInt32 = 0
    while offset < end, let digit = bytes[offset].hexadecimalValue, isHexadecimal || digit < 10 {
      value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x110000)
      offset += 1
    }
    guard offset > firstDigit else { return nil }
    hasSemicolon = offset < end && bytes[offset] == UInt8(ascii: ";")
    self.end = hasSemicolon ? offset + 1 : offset
    scalarValue = Self.meaning(of: value)
    isKnownToXML = true
  }

  private init?(nameIn bytes: [UInt8], at start: Int, end: Int) {
    if let (value, length) = Self.usualName(in: bytes, at: start, end: end) {
      scalarValue = value
      self.end = start + length
      isKnownToXML = true
      hasSemicolon = true
      return
    }
    var offset = start
    let limit = min(end, start + EntityTable.longestName)
    while offset < limit, bytes[offset].isASCIILetter || bytes[offset].isASCIIDigit { offset += 1 }
    let name = bytes.string(in: start..<offset)
    hasSemicolon = offset < end && bytes[offset] == UInt8(ascii: ";")
    // HTML also accepts its oldest names without a semicolon, but not where an address continues: "?a=1&copy=2".
    let standsAlone =
      offset == end
      || !(bytes[offset].isASCIILetter || bytes[offset].isASCIIDigit || bytes[offset] == UInt8(ascii: "="))
    guard let value = EntityTable.names[name], hasSemicolon || (standsAlone && EntityTable.needsNoSemicolon(value))
    else { return nil }
    scalarValue = value
    self.end = hasSemicolon ? offset + 1 : offset
    isKnownToXML = ["amp", "lt", "gt", "quot", "apos"].contains(name)
  }

  /// Returns the value of `lt;`, `gt;`, `amp;` or `quot;` and its length; they are most of all references in feeds.
  private static func usualName(in bytes: [UInt8], at start: Int, end: Int) -> (value: UInt32, length: Int)? {
    guard start + 3 <= end else { return nil }
    switch bytes[start] {
    case UInt8(ascii: "l") where bytes.hasBytes("t;", at: start + 1): return (0x3C, 3)
    case UInt8(ascii: "g") where bytes.hasBytes("t;", at: start + 1): return (0x3E, 3)
    case UInt8(ascii: "a") where start + 4 <= end && bytes.hasBytes("mp;", at: start + 1): return (0x26, 4)
    case UInt8(ascii: "q") where start + 5 <= end && bytes.hasBytes("uot;", at: start + 1): return (0x22, 5)
    default: return nil
    }
  }

  /// Interprets a number as HTML does: a C1 control means its windows-1252 character, an invalid value U+FFFD.
  private static func meaning(of number: UInt32) -> UInt32 {
    switch number {
    case 0: 0xFFFD
    case 0x80...0x9F: SingleByteTable.windows1252.scalarValue(of: UInt8(number))
    default: Unicode.Scalar(number) == nil ? 0xFFFD : number
    }
  }
}

/// The named references of HTML 4, and of HTML 5 those that feeds use: ASCII, Latin, Greek, symbols, typography.
enum EntityTable {
  /// The length of the longest name.
  fileprivate static let longestName = 8

  /// The scalar value of each name, created on first use.
  static let names: [String: UInt32] = {
    var names: [String: UInt32] = [
      "quot": 34, "amp": 38, "apos": 39, "lt": 60, "gt": 62, "AMP": 38, "LT": 60, "GT": 62,
    ]
    for (place, name) in latin1.split(whereSeparator: \.isWhitespace).enumerated() {
      names[String(name)] = 160 + UInt32(place)
    }
    let words = others.split(whereSeparator: \.isWhitespace)
    for place in stride(from: 0, to: words.count - 1, by: 2) {
      names[String(words[place])] = UInt32(words[place + 1], radix: 16)
    }
    return names
  }()

  /// Whether HTML also accepts the name of this character without a semicolon.
  fileprivate static func needsNoSemicolon(_ value: UInt32) -> Bool {
    160..<256 ~= value || [0x22, 0x26, 0x3C, 0x3E].contains(value)
  }

  /// The names of the characters from U+00A0 to U+00FF, in order.
  private static let latin1 = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute
    micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig
    Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash
    Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute
    ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc
    uuml yacute thorn yuml
    """

  /// Names and their code points in hexadecimal.
  private static let others = """
    OElig 152 oelig 153 Scaron 160 scaron 161 Yuml 178 fnof 192 circ 2C6 tilde 2DC Alpha 391 Beta 392 Gamma 393
    Delta 394 Epsilon 395 Zeta 396 Eta 397 Theta 398 Iota 399 Kappa 39A Lambda 39B Mu 39C Nu 39D Xi 39E Omicron 39F
    Pi 3A0 Rho 3A1 Sigma 3A3 Tau 3A4 Upsilon 3A5 Phi 3A6 Chi 3A7 Psi 3A8 Omega 3A9 alpha 3B1 beta 3B2 gamma 3B3
    delta 3B4 epsilon 3B5 zeta 3B6 eta 3B7 theta 3B8 iota 3B9 kappa 3BA lambda 3BB mu 3BC nu 3BD xi 3BE omicron 3BF
    pi 3C0 rho 3C1 sigmaf 3C2 sigma 3C3 tau 3C4 upsilon 3C5 phi 3C6 chi 3C7 psi 3C8 omega 3C9 thetasym 3D1 upsih 3D2
    piv 3D6 ensp 2002 emsp 2003 thinsp 2009 zwnj 200C zwj 200D lrm 200E rlm 200F ndash 2013 mdash 2014 lsquo 2018
    rsquo 2019 sbquo 201A ldquo 201C rdquo 201D bdquo 201E dagger 2020 Dagger 2021 bull 2022 hellip 2026 permil 2030
    prime 2032 Prime 2033 lsaquo 2039 rsaquo 203A oline 203E frasl 2044 euro 20AC image 2111 weierp 2118 real 211C
    trade 2122 alefsym 2135 larr 2190 uarr 2191 rarr 2192 darr 2193 harr 2194 crarr 21B5 lArr 21D0 uArr 21D1
    rArr 21D2 dArr 21D3 hArr 21D4 forall 2200 part 2202 exist 2203 empty 2205 nabla 2207 isin 2208 notin 2209
    ni 220B prod 220F sum 2211 minus 2212 lowast 2217 radic 221A prop 221D infin 221E ang 2220 and 2227 or 2228
    cap 2229 cup 222A int 222B there4 2234 sim 223C cong 2245 asymp 2248 ne 2260 equiv 2261 le 2264 ge 2265 sub 2282
    sup 2283 nsub 2284 sube 2286 supe 2287 oplus 2295 otimes 2297 perp 22A5 sdot 22C5 lceil 2308 rceil 2309
    lfloor 230A rfloor 230B lang 2329 rang 232A loz 25CA spades 2660 clubs 2663 hearts 2665 diams 2666
    Tab 9 NewLine A excl 21 num 23 dollar 24 percnt 25 lpar 28 rpar 29 ast 2A plus 2B comma 2C period 2E sol 2F
    colon 3A semi 3B equals 3D quest 3F commat 40 lsqb 5B lbrack 5B bsol 5C rsqb 5D rbrack 5D Hat 5E lowbar 5F
    grave 60 lcub 7B lbrace 7B verbar 7C vert 7C rcub 7D rbrace 7D Abreve 102 abreve 103 Aogon 104 aogon 105
    Cacute 106 cacute 107 Ccaron 10C ccaron 10D Dcaron 10E dcaron 10F Dstrok 110 dstrok 111 Eogon 118 eogon 119
    Ecaron 11A ecaron 11B Gbreve 11E gbreve 11F Idot 130 imath 131 Lstrok 141 lstrok 142 Nacute 143 nacute 144
    Ncaron 147 ncaron 148 Odblac 150 odblac 151 Rcaron 158 rcaron 159 Sacute 15A sacute 15B Scedil 15E scedil 15F
    Tcaron 164 tcaron 165 Uring 16E uring 16F Udblac 170 udblac 171 Zacute 179 zacute 17A Zdot 17B zdot 17C
    Zcaron 17D zcaron 17E numsp 2007 puncsp 2008 hairsp 200A hyphen 2010 dash 2010 horbar 2015 nldr 2025 mldr 2026
    hbar 210F ell 2113 numero 2116 copysr 2117 nwarr 2196 nearr 2197 searr 2198 swarr 2199 map 21A6 leq 2264 geq 2265
    block 2588 squ 25A1 squf 25AA utrif 25B4 rtrif 25B8 dtrif 25BE ltrif 25C2 cir 25CB starf 2605 star 2606
    phone 260E female 2640 male 2642 sung 266A flat 266D natural 266E sharp 266F check 2713 cross 2717 malt 2720
    langle 27E8 rangle 27E9
    """
}
