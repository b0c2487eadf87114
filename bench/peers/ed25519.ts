import { generateKeyPairSync, sign } from 'node:crypto';

/** Ed25519 signatures per second of one core, over as many bytes as a preflight token signs. */
const { privateKey } = generateKeyPairSync('ed25519');
const bytes = Buffer.alloc(Number(process.env.BENCH_BYTES), 'a');
const until = performance.now() + Number(process.env.BENCH_MS);
for (let i = 0; i < 5_000; i++) sign(null, bytes, privateKey);
const began = performance.now();
let signed = 0;
do for (let i = 0; i < 100; i++, signed++) sign(null, bytes, privateKey);
while (performance.now() < until);
process.send?.({ per_s: (signed / (performance.now() - began)) * 1000 });
