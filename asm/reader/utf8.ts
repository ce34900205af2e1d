// Valid UTF-8 to UTF-16 (RFC 3629): sixteen bytes at a time where they are ASCII. May read 15 bytes past the end and write
// as many units.

export function widen(p: usize, end: usize, out: usize): usize {
  while (p < end) {
    const v = v128.load(p);
    const mask: u32 = i8x16.bitmask(v);
    if (mask == 0 && p + 16 <= end) {
      v128.store(out, i16x8.extend_low_i8x16_u(v));
      v128.store(out, i16x8.extend_high_i8x16_u(v), 16);
      p += 16;
      out += 32;
      continue;
    }
    const ascii = min(mask ? (ctz(mask) as usize) : 16, end - p);
    v128.store(out, i16x8.extend_low_i8x16_u(v));
    v128.store(out, i16x8.extend_high_i8x16_u(v), 16);
    p += ascii;
    out += ascii << 1;
    while (p < end) {
      const a: u32 = load<u8>(p);
      if (a < 0x80) break;
      if (a >= 0xf0) {
        const code = ((a & 7) << 18) | (next(p, 1) << 12) | (next(p, 2) << 6) | next(p, 3);
        store<u16>(out, (0xd7c0 + (code >> 10)) as u16);
        store<u16>(out, (0xdc00 | (code & 0x3ff)) as u16, 2);
        p += 4;
        out += 4;
      } else if (a >= 0xe0) {
        store<u16>(out, (((a & 15) << 12) | (next(p, 1) << 6) | next(p, 2)) as u16);
        p += 3;
        out += 2;
      } else {
        store<u16>(out, (((a & 31) << 6) | next(p, 1)) as u16);
        p += 2;
        out += 2;
      }
    }
  }
  return out;
}

// @ts-ignore: decorator
@inline function next(p: usize, i: usize): u32 {
  return load<u8>(p + i) & 63;
}
