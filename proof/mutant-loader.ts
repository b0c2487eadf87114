import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Preloaded into a service process. It loads one module of the service with a defence switched off. */
const { file, changes } = JSON.parse(process.env.PROOF_MUTANT ?? '{}') as {
  file: string;
  changes: [string, string][];
};
const path = fileURLToPath(new URL(`../apps/service/src/${file}`, import.meta.url));
let applied = false;

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.startsWith('file:') || fileURLToPath(url) !== path) return loaded;
    let text = String(loaded.source instanceof Uint8Array ? Buffer.from(loaded.source) : loaded.source);
    for (const [from, to] of changes) {
      if (text.split(from).length !== 2)
        throw new Error(`${file}: this text is not there exactly once: ${from}`);
      text = text.replace(from, () => to);
    }
    applied = true;
    return { ...loaded, source: text };
  },
});
setTimeout(() => {
  if (!applied) throw new Error(`${file} was not loaded: the control controls nothing`);
}, 10_000).unref();
