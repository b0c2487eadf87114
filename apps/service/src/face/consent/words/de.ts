import type { ConsentWords } from './words.ts';

export const de: ConsentWords = {
  agree_button: 'Ich stimme zu',
  decline_button: 'Ich stimme nicht zu',
  days: {
    after: { one: 'nach {n} Tag', other: 'nach {n} Tagen' },
    during: { one: '{n} Tag lang', other: '{n} Tage lang' },
    most: { one: 'höchstens {n} Tag lang', other: 'höchstens {n} Tage lang' },
  },
  short: {
    take_moving:
      'Ihre Kamera nimmt einige Bilder Ihres Gesichts auf, während Sie einfachen Anweisungen folgen.',
    take_still: 'Ihre Kamera nimmt einige Bilder Ihres Gesichts auf.',
    live: 'Die Bilder zeigen, dass Sie ein echter Mensch sind.',
    template: 'Sie werden mit Ihren früheren Überprüfungen verglichen.',
    reference: 'Sie werden mit einem Bild von Ihnen verglichen, das {controller} vorliegt.',
    search: '{controller} sucht außerdem nach weiteren Konten mit Ihrem Gesicht.',
    frames: 'Die Bilder werden {after} gelöscht.',
    frames_none: 'Die Bilder werden gelöscht, sobald über die Überprüfung entschieden ist.',
    template_kept: 'Bei erfolgreicher Überprüfung wird eine Gesichtsvorlage {during} aufbewahrt.',
    template_none: 'Es wird keine Gesichtsvorlage aufbewahrt.',
  },
  take: {
    heading: 'Was wir aufnehmen',
    pictures: 'Mehrere Bilder Ihres Gesichts mit der Kamera dieses Geräts, ohne Ton.',
    measures:
      'Messwerte Ihres Gesichts und seiner Bewegungen, die entstehen, während die Kamera eingeschaltet ist.',
    movements: 'Währenddessen folgen Sie einfachen Anweisungen, zum Beispiel den Kopf zu drehen.',
    colours: 'Der Bildschirm kann Ihr Gesicht mit wechselnden Farben beleuchten.',
    device:
      'Was Ihr Browser über sich, dieses Gerät und dessen Kamera mitteilt, und Ihr Netzwerk in gekürzter ' +
      'oder kodierter Form.',
    phone:
      'Wenn Sie auf einem Smartphone fortfahren: welche Art Smartphone es ist und ob beide Geräte im selben ' +
      'Netzwerk sind.',
    moving_code:
      'Die Rückkamera des Smartphones kann einen bewegten Code von Ihrem anderen Bildschirm lesen. Ihr Bild ' +
      'bleibt auf dem Smartphone.',
  },
  use: {
    heading: 'Wofür',
    live: 'Um zu sehen, dass ein echter Mensch vor der Kamera ist und kein Foto, keine Maske und keine Aufnahme.',
    match_template:
      'Um Ihr Gesicht mit der Gesichtsvorlage aus Ihren früheren Überprüfungen zu vergleichen und zu sehen, ' +
      'dass Sie es sind. Gibt es keine mehr, mit einem Bild von Ihnen, das {controller} vorliegt.',
    match_reference:
      'Um Ihr Gesicht mit einem Bild von Ihnen zu vergleichen, das {controller} vorliegt, und zu sehen, dass ' +
      'Sie es sind.',
    template:
      'Bei erfolgreicher Überprüfung: um eine Gesichtsvorlage zu erstellen, eine Liste von Zahlen, die Ihr ' +
      'Gesicht beschreibt, damit {controller} Sie beim nächsten Mal wiedererkennt. Spätere erfolgreiche ' +
      'Überprüfungen aktualisieren sie.',
    search:
      'Um in den Gesichtsvorlagen anderer Kunden von {controller} nach Ihrem Gesicht zu suchen und zweite ' +
      'Konten zu finden. Jeden Treffer sieht sich ein Mensch an.',
    searched:
      'Solange Ihre Gesichtsvorlage aufbewahrt wird, kann {controller} die Gesichter anderer Personen mit ihr ' +
      'vergleichen, um zweite Konten zu finden.',
    replay:
      'Um zu bemerken, wenn eine Aufnahme dieser Überprüfung noch einmal verwendet wird: Bei erfolgreicher ' +
      'Überprüfung werden Abdrücke Ihrer Bilder (kurze Codes ihres Aussehens) aufbewahrt und mit späteren ' +
      'Überprüfungen verglichen.',
    review: 'Eine Person bei {controller} kann Ihre Bilder ansehen und entscheiden.',
    review_two: 'Zwei Personen bei {controller} können Ihre Bilder ansehen und entscheiden.',
    record:
      'Um später nachzuweisen, wie über diese Überprüfung entschieden wurde: ein signiertes Protokoll mit ' +
      'Messwerten, Ergebnissen und kleinen grauen Kopien der Bilder.',
  },
  keep: {
    heading: 'Wie lange es aufbewahrt wird',
    frames: 'Ihre Bilder werden {after} gelöscht, gerechnet ab Ihrem letzten Versuch.',
    frames_none: 'Ihre Bilder werden gelöscht, sobald über die Überprüfung entschieden ist.',
    template:
      'Ihre Gesichtsvorlage wird {during} aufbewahrt, gerechnet ab Ihrer letzten erfolgreichen Überprüfung.',
    template_none: 'Es wird keine Gesichtsvorlage aufbewahrt.',
    reference:
      'Stellt {controller} ein Bild von Ihnen bereit, wird dessen Gesichtsvorlage {during} aufbewahrt.',
    prints: 'Bei erfolgreicher Überprüfung werden die Abdrücke {during} aufbewahrt.',
    waiting_face:
      'Solange eine Person noch entscheiden muss, werden die Messwerte Ihres Gesichts und die Abdrücke {most} ' +
      'aufbewahrt.',
    waiting_prints: 'Solange eine Person noch entscheiden muss, werden die Abdrücke {most} aufbewahrt.',
    record:
      'Das Protokoll, das Ergebnis und ein Hashwert jedes Bildes werden aufbewahrt, bis {controller} Ihre ' +
      'Daten löscht.',
    proof:
      'Der Nachweis Ihrer Antwort wird ohne Ihren Namen aufbewahrt, auch nachdem Ihre Daten gelöscht sind.',
  },
  who: {
    heading: 'Wer verantwortlich ist',
    controller: 'Für Ihre Daten ist {controller} verantwortlich.',
    controller_as:
      'Für Ihre Daten ist {controller} verantwortlich. Auf dieser Seite steht dafür der Name {integrator}.',
    sealed: 'Bilder, Gesichtsvorlagen und Protokolle werden verschlüsselt gespeichert.',
  },
  refuse: {
    heading: 'Wenn Sie nicht zustimmen',
    how: 'Wählen Sie „{decline}“. Die Kamera bleibt aus, und {controller} kann Ihnen einen anderen Weg anbieten.',
  },
  withdraw: {
    heading: 'Doch nicht einverstanden?',
    how:
      'Sie können Ihre Einwilligung jederzeit widerrufen: auf dieser Seite, solange sie geöffnet ist, oder bei ' +
      '{controller}.',
    effect:
      'Die Überprüfung endet dann, und die Bilder, Gesichtsvorlagen, Abdrücke und Protokolle Ihrer ' +
      'Gesichtsüberprüfungen werden gelöscht. Was vorher entschieden wurde, bleibt bestehen.',
  },
  more: { heading: 'Außerdem von {controller}' },
  agreement:
    'Mit „{agree}“ erlauben Sie {controller}, Bilder Ihres Gesichts (biometrische Daten) auf diese Weise zu ' +
    'verwenden. Sie können jederzeit abbrechen.',
};
