;; One pass over a gallery of quantised templates: finds the closest ones above a floor.
;;
;; Templates lie in blocks of 256: 256 scales (f32), then 64 groups of four vectors of $size bytes (int8), with
;; $size a multiple of 16. The four vectors are interleaved by 8 bytes, so that memory is read strictly forward:
;; one vector after the other takes three times as long. After the last of the $count templates a block may hold
;; any bytes.
;;
;; A score is the template's scale times the integer product of its vector and the probe, which is widened to
;; int16. Integers are exact, and f32 holds them exactly up to 2^24: 1,040 dimensions of ±127. The caller gives
;; the floor in these units and multiplies the results by the probe's own scale. Writes (score f32, number of the
;; template i32) at $found, best first, at most $most of them.
(module
  (memory (import "gallery" "memory") 1 65536)

  (global $count (mut i32) (i32.const 0))
  (global $found (mut i32) (i32.const 0))
  (global $most (mut i32) (i32.const 0))
  ;; The length of the list, and the score that another candidate must exceed.
  (global $kept (mut i32) (i32.const 0))
  (global $bar (mut f32) (f32.const 0))

  ;; The products of the probe with the four vectors of a group.
  (func $products (param $probe i32) (param $at i32) (param $size i32) (result v128)
    (local $end i32) (local $p v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $size) (i32.const 2))))
    (loop $more
      (local.set $p (v128.load (local.get $probe)))
      (local.set $a
        (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (local.get $p) (v128.load8x8_s (local.get $at)))))
      (local.set $b
        (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (local.get $p) (v128.load8x8_s offset=8 (local.get $at)))))
      (local.set $c
        (i32x4.add (local.get $c) (i32x4.dot_i16x8_s (local.get $p) (v128.load8x8_s offset=16 (local.get $at)))))
      (local.set $d
        (i32x4.add (local.get $d) (i32x4.dot_i16x8_s (local.get $p) (v128.load8x8_s offset=24 (local.get $at)))))
      (local.set $p (v128.load offset=16 (local.get $probe)))
      (local.set $a
        (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (local.get $p) (v128.load8x8_s offset=32 (local.get $at)))))
      (local.set $b
        (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (local.get $p) (v128.load8x8_s offset=40 (local.get $at)))))
      (local.set $c
        (i32x4.add (local.get $c) (i32x4.dot_i16x8_s (local.get $p) (v128.load8x8_s offset=48 (local.get $at)))))
      (local.set $d
        (i32x4.add (local.get $d) (i32x4.dot_i16x8_s (local.get $p) (v128.load8x8_s offset=56 (local.get $at)))))
      (local.set $probe (i32.add (local.get $probe) (i32.const 32)))
      (local.set $at (i32.add (local.get $at) (i32.const 64)))
      (br_if $more (i32.lt_u (local.get $at) (local.get $end))))
    ;; Each sum has four lanes: a0+a2 b0+b2 a1+a3 b1+b3, the same of c and d, then both halves.
    (local.set $a
      (i32x4.add
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b))
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
    (local.set $c
      (i32x4.add
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $c) (local.get $d))
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d))))
    (i32x4.add
      (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $a) (local.get $c))
      (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $a) (local.get $c))))

  ;; Puts a template into the list, which stays sorted; out of a full list the last one falls.
  (func $keep (param $score f32) (param $number i32)
    (local $at i32)
    (if (i32.ge_u (local.get $number) (global.get $count)) (then (return)))
    ;; Not the same as <=: what is no number stays out.
    (if (i32.eqz (f32.gt (local.get $score) (global.get $bar))) (then (return)))
    (if (i32.lt_u (global.get $kept) (global.get $most))
      (then (global.set $kept (i32.add (global.get $kept) (i32.const 1)))))
    (local.set $at (call $place (global.get $kept)))
    (block $placed
      (loop $worse
        (br_if $placed (i32.le_u (local.get $at) (global.get $found)))
        (br_if $placed (f32.ge (f32.load (i32.sub (local.get $at) (i32.const 8))) (local.get $score)))
        (i64.store (local.get $at) (i64.load (i32.sub (local.get $at) (i32.const 8))))
        (local.set $at (i32.sub (local.get $at) (i32.const 8)))
        (br $worse)))
    (f32.store (local.get $at) (local.get $score))
    (i32.store offset=4 (local.get $at) (local.get $number))
    (if (i32.eq (global.get $kept) (global.get $most))
      (then (global.set $bar (f32.load (call $place (global.get $most)))))))

  ;; Where the n-th of the list lies, from 1.
  (func $place (param $nth i32) (result i32)
    (i32.add (global.get $found) (i32.shl (i32.sub (local.get $nth) (i32.const 1)) (i32.const 3))))

  (func (export "scan")
    (param $probe i32) (param $blocks i32) (param $size i32) (param $count i32)
    (param $found i32) (param $most i32) (param $floor f32) (result i32)
    (local $number i32) (local $scale i32) (local $group i32) (local $scores v128)
    (global.set $count (local.get $count))
    (global.set $found (local.get $found))
    (global.set $most (local.get $most))
    (global.set $kept (i32.const 0))
    (global.set $bar (local.get $floor))
    (local.set $group (local.get $blocks))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $number) (local.get $count)))
        ;; A new block begins with its scales.
        (if (i32.eqz (i32.and (local.get $number) (i32.const 255)))
          (then
            (local.set $scale (local.get $group))
            (local.set $group (i32.add (local.get $group) (i32.const 1024)))))
        (local.set $scores
          (f32x4.mul
            (v128.load (local.get $scale))
            (f32x4.convert_i32x4_s
              (call $products (local.get $probe) (local.get $group) (local.get $size)))))
        (if (v128.any_true (f32x4.gt (local.get $scores) (f32x4.splat (global.get $bar))))
          (then
            (call $keep (f32x4.extract_lane 0 (local.get $scores)) (local.get $number))
            (call $keep (f32x4.extract_lane 1 (local.get $scores)) (i32.add (local.get $number) (i32.const 1)))
            (call $keep (f32x4.extract_lane 2 (local.get $scores)) (i32.add (local.get $number) (i32.const 2)))
            (call $keep (f32x4.extract_lane 3 (local.get $scores)) (i32.add (local.get $number) (i32.const 3)))))
        (local.set $scale (i32.add (local.get $scale) (i32.const 16)))
        (local.set $group (i32.add (local.get $group) (i32.shl (local.get $size) (i32.const 2))))
        (local.set $number (i32.add (local.get $number) (i32.const 4)))
        (br $next)))
    (global.get $kept)))
