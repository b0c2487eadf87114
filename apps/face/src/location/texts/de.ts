import type { LocationTexts } from './shape.ts';

export const de: LocationTexts = {
  title: 'Standortprüfung',
  confirm: {
    body: 'Dein anderer Bildschirm fragt nach dem Standort dieses Telefons. Mach nur weiter, wenn du das selbst begonnen hast und die Zahl gerade vor dir siehst.',
    place: 'Sein Netz steht in',
  },
  allow: {
    title: 'Standort teilen',
    body: '{integrator} muss wissen, wo du bist. Dein Browser fragt gleich; wähle bitte „Zulassen“.',
    once: 'Dein Standort wird einmal gelesen, jetzt. Niemand verfolgt dich.',
    precise: '„Genauer Standort“ eingeschaltet lassen',
    window: 'In der Nähe eines Fensters klappt es am besten',
    go: 'Standort teilen',
  },
  locating: {
    title: 'Dein Standort wird bestimmt',
    body: 'Das dauert ein paar Sekunden. Lass diese Seite offen.',
  },
  retry: { title: 'Das hat noch nicht gereicht', go: 'Noch einmal versuchen' },
  done: {
    title: 'Danke, das war’s',
    body: 'Dein anderer Bildschirm macht von selbst weiter. Du kannst diese Seite schließen.',
  },
  ended: {
    title: 'Die Prüfung ist abgeschlossen',
    body: 'Dein anderer Bildschirm sagt dir, wie es weitergeht.',
  },
  denied: {
    title: 'Gut, dass du abgebrochen hast',
    body: 'Nichts wurde geteilt, und {integrator} weiß Bescheid. Du kannst diese Seite schließen.',
  },
};
