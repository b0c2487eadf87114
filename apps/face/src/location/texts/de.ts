import type { LocationTexts } from './shape.ts';

export const de: LocationTexts = {
  title: 'Standortprüfung',
  confirm: {
    body: 'Ihr anderer Bildschirm fragt nach dem Standort dieses Telefons. Machen Sie nur weiter, wenn Sie das selbst begonnen haben und die Zahl gerade vor sich sehen.',
    place: 'Sein Netz steht in',
  },
  allow: {
    title: 'Standort teilen',
    body: '{integrator} muss wissen, wo Sie sind. Ihr Browser fragt gleich; wählen Sie bitte „Zulassen“.',
    once: 'Ihr Standort wird einmal gelesen, jetzt. Niemand verfolgt Sie.',
    precise: '„Genauer Standort“ eingeschaltet lassen',
    window: 'In der Nähe eines Fensters klappt es am besten',
    go: 'Standort teilen',
  },
  locating: {
    title: 'Ihr Standort wird bestimmt',
    body: 'Das dauert ein paar Sekunden. Lassen Sie diese Seite offen.',
  },
  retry: { title: 'Das hat noch nicht gereicht', go: 'Noch einmal versuchen' },
  done: {
    title: 'Danke, das war’s',
    body: 'Ihr anderer Bildschirm macht von selbst weiter. Sie können diese Seite schließen.',
  },
  ended: {
    title: 'Die Prüfung ist abgeschlossen',
    body: 'Ihr anderer Bildschirm sagt Ihnen, wie es weitergeht.',
  },
  denied: {
    title: 'Gut, dass Sie abgebrochen haben',
    body: 'Nichts wurde geteilt, und {integrator} weiß Bescheid. Sie können diese Seite schließen.',
  },
};
