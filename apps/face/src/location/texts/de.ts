import type { LocationTexts } from './shape.ts';

export const de: LocationTexts = {
  title: 'Standortprüfung',
  confirm: {
    body:
      'Ihr anderer Bildschirm fragt nach dem Standort dieses Smartphones. Fahren Sie nur fort, wenn ' +
      'Sie das selbst gestartet haben und die Zahl gerade vor sich sehen.',
    place: 'Netzwerk in',
  },
  allow: {
    title: 'Standort freigeben',
    body: '{integrator} muss wissen, wo Sie sind.',
    ask: 'Ihr Browser fragt gleich danach. Wählen Sie „Zulassen“.',
    once: 'Ihr Standort wird nur jetzt für einige Sekunden abgefragt',
    precise: '„Genauer Standort“ eingeschaltet lassen',
    window: 'Am besten klappt es in Fensternähe',
    go: 'Standort freigeben',
  },
  locating: {
    title: 'Ihr Standort wird ermittelt',
    body: 'Das dauert einige Sekunden. Bitte lassen Sie diese Seite geöffnet.',
  },
  retry: { title: 'Das hat noch nicht gereicht', go: 'Erneut versuchen' },
  done: {
    title: 'Vielen Dank, das war’s',
    body: 'Auf Ihrem anderen Bildschirm geht es automatisch weiter. Sie können diese Seite schließen.',
  },
  ended: {
    title: 'Die Überprüfung ist abgeschlossen',
    body: 'Wie es weitergeht, sehen Sie auf Ihrem anderen Bildschirm.',
  },
  denied: {
    title: 'Gut, dass Sie abgebrochen haben',
    body: 'Es wurde nichts freigegeben und {integrator} ist informiert. Sie können diese Seite schließen.',
  },
};
