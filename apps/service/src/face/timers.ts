import type { Deps } from '../deps.ts';

export async function expireDue(_deps: Deps): Promise<void> {}
