import type { Core, Skipped } from './toolchain.ts';
export async function swiftCore(): Promise<Core | Skipped> {
  return { skipped: 'skipped: no swiftc' };
}
