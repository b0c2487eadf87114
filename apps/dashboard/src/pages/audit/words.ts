/** "Sign in refused": what happened, from its code. The code stands in the entry. */
export function actionWords(action: string): string {
  const words = action.replace(/[._]/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Who did it, where it is no person whose name is known. */
export function actorWords(actor: string, name: string | null): string {
  if (name) return name;
  if (actor === 'system') return 'The service itself';
  if (actor === 'cli') return 'A command';
  if (actor === 'client') return 'A client';
  if (actor.startsWith('key:')) return 'A key';
  if (actor.startsWith('user:')) return 'A person who is gone';
  return actor;
}

export const linksWords = (links: number): string =>
  links === 1 ? '1 link' : `${links.toLocaleString('en')} links`;
