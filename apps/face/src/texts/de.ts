import type { Texts } from './texts.ts';

export const de: Texts = {
  page_title: 'Identitätsprüfung',
  test_mode: 'Testmodus',
  language: 'Sprache',
  cancel: 'Abbrechen',
  step_of: 'Schritt {n} von {total}',
  offline: 'Sie sind offline. Es geht automatisch weiter, sobald die Verbindung wieder da ist.',
  loading: { title: 'Einen Moment', body: 'Ihre Überprüfung wird vorbereitet …' },

  declined_before:
    'Ihre letzte Überprüfung wurde von einer Person geprüft und abgelehnt. Sie können es jetzt erneut ' +
    'versuchen. Wenn Sie das für einen Irrtum halten, wenden Sie sich bitte an {integrator}.',
  landing: {
    title: 'Auf diesem Smartphone fortfahren',
    body: 'Sie haben einen Link geöffnet, um auf diesem Smartphone Ihre Identität zu bestätigen.',
    warning:
      'Fahren Sie nur fort, wenn Sie den Code gerade auf Ihrem eigenen Bildschirm gescannt oder Ihren ' +
      'eigenen Link geöffnet haben.',
    go: 'Weiter',
    not_me: 'Das war ich nicht',
  },
  confirm: {
    title: 'Ist das Ihre Überprüfung?',
    body: 'Bitte prüfen Sie, ob diese Angaben stimmen.',
    who: 'Angefordert von',
    what: 'Zweck',
    device: 'Gestartet auf',
    when: 'Gestartet am',
    customer: 'Konto',
    number_label: 'Zahl auf Ihrem anderen Bildschirm',
    number_hint: 'Zwei Ziffern. Sie stehen dort, wo Sie den Code gescannt haben.',
    number_missing: 'Bitte geben Sie die zwei Ziffern ein.',
    go: 'Weiter',
    not_me: 'Das war ich nicht',
  },
  pairing: {
    title: 'Richten Sie dieses Smartphone auf Ihren anderen Bildschirm',
    body:
      'Dort wird ein wechselnder Code angezeigt. Scannen Sie ihn mit der Rückkamera. So lässt sich ' +
      'besser bestätigen, dass Sie beide Geräte bei sich haben.',
    stays:
      'Das Bild der Kamera bleibt auf diesem Smartphone. Auch für die Überprüfung wird sie benötigt: ' +
      'Bitte lassen Sie sie zu.',
    needed: 'Auch für die Überprüfung wird die Kamera benötigt.',
    go: 'Kamera öffnen',
    skip: 'Ohne Code fortfahren',
    reading_title: 'Richten Sie die Kamera auf den wechselnden Code',
    preview: 'Bild der Rückkamera',
    looking: 'Der Code wird gesucht …',
    seen: 'Gefunden. Halten Sie das Smartphone ruhig …',
    blind: 'Für diesen Schritt brauchen Sie sie nicht: Sie können auch ohne den wechselnden Code fortfahren.',
  },

  consent: {
    title: 'Bestätigen Sie, dass Sie es sind',
    intro: '{integrator} sieht sich kurz Ihr Gesicht mit der Kamera an. Das dauert etwa eine Minute.',
    purpose: 'Zweck: {purpose}',
    details: 'So verwenden wir Ihre Bilder',
    close: 'Verstanden',
    agree: 'Ich stimme zu',
    decline: 'Ich stimme nicht zu',
  },

  withdraw: {
    link: 'Einwilligung widerrufen',
    title: 'Einwilligung widerrufen?',
    body:
      'Die Überprüfung endet, und Ihre Bilder, Ihre Gesichtsvorlage und die Abdrücke werden gelöscht. ' +
      'Was {integrator} bereits entschieden hat, bleibt bestehen.',
    go: 'Widerrufen und löschen',
    back: 'Einwilligung behalten',
    failed:
      'Auf dieser Seite geht das nicht mehr. Bitte wenden Sie sich an {integrator}: Dort können Sie ' +
      'Ihre Einwilligung jederzeit widerrufen.',
  },
  primer: {
    title: 'Gleich startet die Kamera',
    body: 'Ihr Browser fragt gleich nach der Kamera. Bitte wählen Sie „Zulassen“.',
    tips: {
      light: 'Suchen Sie einen Platz mit gutem Licht',
      face: 'Nehmen Sie Hut und Sonnenbrille ab',
      hold: 'Halten Sie das Gerät auf Augenhöhe',
    },
    go: 'Kamera öffnen',
    here: 'Dieses Gerät verwenden',
    phone: 'Mit dem Smartphone fortfahren',
  },
  opening: {
    title: 'Bitte lassen Sie die Kamera zu',
    body: 'Ihr Browser fragt gerade danach. Wählen Sie „Zulassen“.',
  },
  ready: {
    title: 'Ihr Gesicht ins Oval, bitte',
    body: 'Wenn Sie bereit sind, tippen Sie auf „Starten“ und folgen Sie den Anweisungen.',
    go: 'Starten',
    flash:
      'Der Bildschirm kann farbig blinken. Wenn Sie empfindlich auf blinkendes Licht reagieren, ' +
      'schalten Sie es hier aus.',
    options: 'Anders überprüfen?',
    no_flash: 'Ohne blinkende Farben',
    no_head_motion: 'Ohne Kopfbewegung',
    audio: 'Mehr Zeit für jede Anweisung',
    preview: 'Bild Ihrer Kamera',
  },
  hints: {
    face_not_present: 'Wir sehen Ihr Gesicht nicht',
    multiple_faces: 'Bitte nur Sie allein im Bild',
    brightness_too_low: 'Zu dunkel. Bitte zum Licht drehen',
    brightness_too_high: 'Zu hell. Bitte vom Licht wegdrehen',
    back_light: 'Das Licht ist hinter Ihnen. Bitte umdrehen',
    grainy: 'Das Bild rauscht. Bitte mehr Licht machen',
    face_too_close: 'Etwas zurück, bitte',
    face_too_far: 'Etwas näher, bitte',
    face_centering: 'Bitte in die Mitte',
    face_occluded: 'Bitte Gesicht nicht verdecken',
    turned_too_far: 'Das reicht. Bitte etwas zurückdrehen',
    head_tilted: 'Kopf gerade halten und nach vorn schauen',
    eyes_closed: 'Bitte Augen öffnen',
    sharpness_too_low: 'Unscharf. Stillhalten oder Linse abwischen',
    hold_still: 'Bitte stillhalten',
    well: 'So ist es gut',
    recognised: 'Erkannt',
  },
  senses: {
    usual: 'Standard',
    speech: 'Anweisungen vorlesen',
    speech_on: 'Die Anweisungen werden vorgelesen.',
    no_voice: 'Dieses Gerät kann diese Sprache nicht vorlesen.',
    tones: 'Töne abspielen',
    vibration: 'Vibrieren',
  },

  capture: {
    title: 'Folgen Sie den Anweisungen',
    wait: 'Gleich geht es los …',
    hold: 'So bleiben',
    steps: {
      front: 'Schauen Sie geradeaus',
      turn_left: 'Drehen Sie den Kopf nach links',
      turn_right: 'Drehen Sie den Kopf nach rechts',
      tilt_left: 'Neigen Sie den Kopf zur linken Schulter',
      tilt_right: 'Neigen Sie den Kopf zur rechten Schulter',
      smile: 'Bitte lächeln',
      mouth_open: 'Öffnen Sie den Mund ein wenig',
      approach: 'Kommen Sie ein wenig näher',
      recede: 'Gehen Sie ein wenig zurück',
      other: 'Halten Sie still und schauen Sie in die Kamera',
    },
  },
  uploading: {
    title: 'Ihre Bilder werden gesendet',
    body: 'Bitte lassen Sie diese Seite geöffnet.',
    progress: '{percent} gesendet',
    slow: 'Ihre Verbindung ist langsam. Bitte lassen Sie diese Seite geöffnet, es geht automatisch weiter.',
    arrived: 'Gesendet. Wir warten auf die Antwort …',
  },
  processing: {
    title: 'Einen Moment',
    body: 'Wir prüfen Ihre Bilder. Das dauert meist nur wenige Sekunden.',
    longer: 'Wir prüfen noch. Sie müssen nichts tun.',
    slow: 'Das dauert länger als sonst. Ihre Bilder sind angekommen, Sie können einfach warten.',
  },

  retention: {
    frames: {
      one: 'Ihre Bilder werden verschlüsselt und nach {n} Tag gelöscht.',
      other: 'Ihre Bilder werden verschlüsselt und nach {n} Tagen gelöscht.',
    },
    frames_none: 'Ihre Bilder werden verschlüsselt und gelöscht, sobald Ihre Überprüfung abgeschlossen ist.',
    template: {
      one: 'Bei erfolgreicher Überprüfung wird eine verschlüsselte Gesichtsvorlage {n} Tag lang aufbewahrt.',
      other:
        'Bei erfolgreicher Überprüfung wird eine verschlüsselte Gesichtsvorlage {n} Tage lang aufbewahrt.',
    },
    template_none: 'Es wird keine Gesichtsvorlage aufbewahrt.',
  },
  retry: {
    title: 'Versuchen wir es noch einmal',
    go: 'Erneut versuchen',
    left: { one: 'Noch {n} Versuch', other: 'Noch {n} Versuche' },
    reasons: {
      too_dark: 'Es war zu dunkel. Drehen Sie sich zu einem Fenster oder einer Lampe.',
      too_bright: 'Es war zu hell. Gehen Sie aus dem direkten Licht.',
      blurred: 'Die Bilder waren unscharf. Halten Sie still und wischen Sie bei Bedarf die Linse ab.',
      no_face: 'Wir konnten Ihr Gesicht nicht sehen. Halten Sie es im Oval.',
      several_faces: 'Es war noch jemand im Bild. Achten Sie darauf, dass nur Sie zu sehen sind.',
      face_too_small: 'Sie waren zu weit weg. Kommen Sie etwas näher.',
      face_too_large: 'Sie waren zu nah. Gehen Sie ein Stück zurück.',
      face_cut_off: 'Ihr Gesicht war nicht ganz im Bild. Halten Sie es im Oval.',
      face_covered: 'Ihr Gesicht war verdeckt. Bitte nehmen Sie Maske, Hut und Sonnenbrille ab.',
      grainy:
        'Es war zu wenig Licht, deshalb rauschten die Bilder. Machen Sie Licht an oder setzen Sie ' +
        'sich vor ein Fenster.',
      turned_too_far: 'Sie haben den Kopf zu weit gedreht. Eine kleine Drehung zur Seite genügt.',
      processing_timeout: 'Unsere Prüfung hat zu lange gedauert. Das lag an uns, nicht an Ihnen.',
      other: 'Das hat nicht geklappt. Gutes Licht und eine ruhige Hand helfen.',
    },
  },
  result: {
    approved: { title: 'Alles erledigt', body: 'Vielen Dank, Ihre Überprüfung ist abgeschlossen.' },
    declined: {
      title: 'Wir konnten nicht bestätigen, dass Sie es sind',
      body: 'Bitte wenden Sie sich an {integrator}. Dort hilft man Ihnen weiter.',
    },
    review: {
      title: 'Vielen Dank',
      body: 'Ihre Überprüfung wird noch einmal persönlich geprüft. {integrator} gibt Ihnen Bescheid.',
    },
    status: {
      title: 'Vielen Dank, das war’s',
      body: 'Ihre Bilder sind angekommen. Alles Weitere übernimmt {integrator}.',
    },
    phone: 'Sie können diese Seite schließen und zu Ihrem anderen Gerät zurückkehren.',
    close: 'Sie können diese Seite jetzt schließen.',
    back: 'Weiter',
    receipt: 'Vorgangsnummer',
    receipt_hint: 'Nennen Sie {integrator} diese Nummer, wenn Sie Fragen haben.',
    copy: 'Kopieren',
    copied: 'Kopiert',
    support: '{integrator} kontaktieren',
  },
  handoff: {
    title: 'Mit dem Smartphone fortfahren',
    body: 'Öffnen Sie die Kamera Ihres Smartphones und richten Sie sie auf diesen Code.',
    qr_label: 'QR-Code, der diese Überprüfung auf Ihrem Smartphone öffnet',
    making: 'Der Code wird erstellt …',
    fresh: 'Neuer Code in {time}. Lassen Sie diese Seite geöffnet.',
    use_link: 'Stattdessen Link senden',
    use_qr: 'Stattdessen QR-Code anzeigen',
    link_title: 'Öffnen Sie diesen Link auf Ihrem Smartphone',
    link_body:
      'Er funktioniert nur einmal. Senden Sie ihn nur sich selbst und lassen Sie diese Seite geöffnet.',
    link_left: 'Dieser Link läuft in {time} ab.',
    link_over: 'Dieser Link ist abgelaufen.',
    link_again: 'Neuen Link erstellen',
    link_label: 'Link für Ihr Smartphone',
    copy: 'Link kopieren',
    copied: 'Kopiert',
    waiting: 'Warten auf Ihr Smartphone',
    here: 'Stattdessen dieses Gerät verwenden',
    connected_title: 'Geben Sie diese Zahl am Smartphone ein',
    connected: 'Ihr Smartphone ist verbunden: {device}',
    connected_unknown: 'Ihr Smartphone ist verbunden',
    not_yours: 'Nicht Ihr Smartphone? Geben Sie die Zahl nicht weiter und beenden Sie es hier.',
    used_twice:
      'Jemand anderes wollte denselben Code verwenden. Wenn Sie das verbundene Smartphone nicht ' +
      'kennen, beenden Sie es hier.',
    number_label: 'Die Zahl lautet {number}',
    capturing_title: 'Weiter am Smartphone',
    capturing: 'Hier geht es automatisch weiter, sobald Sie dort fertig sind.',
    pairing_title: 'Richten Sie Ihr Smartphone auf diesen Code',
    pairing:
      'Tippen Sie am Smartphone auf „Kamera öffnen“ und halten Sie es so, dass der ganze Code im Bild ' +
      'ist. Der Code wechselt ständig.',
    pairing_label:
      'Das ist ein wechselnder Code für die Kamera Ihres Smartphones. Er ändert sich ständig und ist ' +
      'nur für eine Kamera lesbar. Am Smartphone können Sie auch ohne ihn fortfahren.',
    cancel: 'Am Smartphone beenden, dieses Gerät verwenden',
    aborted_title: 'Das Smartphone wurde nicht verbunden',
    aborted: 'Die Zahl war falsch, oder es hat zu lange gedauert.',
    aborted_number:
      'Am Smartphone wurde eine falsche Zahl eingegeben. Wenn Sie das nicht waren, hat jemand anderes ' +
      'Ihren Code geöffnet. Lassen Sie einen neuen anzeigen, den sonst niemand sieht.',
    aborted_time: 'Die Zahl wurde nicht rechtzeitig eingegeben.',
    again: 'Neuen Code anzeigen',
    other_phone: 'Anderes Smartphone verwenden',
  },
  leave: {
    title: 'Überprüfung beenden?',
    body:
      'Ihre Überprüfung ist noch nicht abgeschlossen. Wenn Sie jetzt beenden, müssen Sie später von ' +
      'vorn beginnen.',
    stay: 'Weitermachen',
    stop: 'Beenden',
  },
  ended: {
    expired: {
      title: 'Die Zeit ist abgelaufen',
      body: 'Diese Überprüfung ist nicht mehr offen. Bitte starten Sie bei {integrator} eine neue.',
    },
    canceled: {
      title: 'Überprüfung beendet',
      body: 'Sie können bei {integrator} jederzeit neu beginnen.',
    },
    failed: {
      title: 'Das hat nicht geklappt',
      body: 'Die Überprüfung konnte nicht abgeschlossen werden. Bitte beginnen Sie bei {integrator} neu.',
    },
    consent_declined: {
      title: 'Es wurden keine Bilder aufgenommen',
      body: 'In Ordnung: Die Kamera blieb aus. {integrator} kann Ihnen einen anderen Weg anbieten.',
    },
    consent_withdrawn: {
      title: 'Ihre Einwilligung ist widerrufen',
      body:
        'Ihre Bilder, Ihre Gesichtsvorlage und die Abdrücke sind gelöscht. {integrator} kann Ihnen ' +
        'einen anderen Weg anbieten.',
    },
    denied: {
      title: 'Danke für den Hinweis',
      body:
        'Es wurden keine Bilder aufgenommen. War die Überprüfung noch offen, haben wir sie beendet und ' +
        'gemeldet. Sie können diese Seite schließen.',
    },
    denied_on_phone: {
      title: 'Am Smartphone beendet',
      body:
        'Die Person, die den Code geöffnet hat, gab an, dass das nicht ihre Überprüfung ist. Wir haben ' +
        'sie beendet und gemeldet. War das ein Versehen, beginnen Sie bei {integrator} neu.',
    },
    close: 'Diese Seite schließen',
    the_site: 'der Seite, von der Sie kommen',
  },
  ways: {
    camera: 'Erneut versuchen',
    phone: 'Mit dem Smartphone fortfahren',
    other_device: 'Mit einem anderen Gerät fortfahren',
    reload: 'Erneut versuchen',
    upload: 'Erneut senden',
    new_tab: 'In neuem Tab öffnen',
    here: 'Dieses Gerät verwenden',
    leave: 'Überprüfung beenden',
    browser: 'Im Browser öffnen',
    copy: 'Link kopieren',
    copied: 'Kopiert. Fügen Sie ihn in die Adressleiste Ihres Browsers ein.',
    link: 'Link zu dieser Überprüfung',
    camera_choice: 'Kamera',
    camera_n: 'Kamera {n}',
  },

  remedies: {
    chromium_desktop:
      'Klicken Sie auf das Symbol links neben der Adresse, schalten Sie die Kamera ein und versuchen ' +
      'Sie es erneut. Ist sie schon an, lassen Sie die Kamera für Ihren Browser in den ' +
      'Datenschutzeinstellungen des Computers zu.',
    chrome_android:
      'Tippen Sie auf das Symbol links neben der Adresse, dann auf „Berechtigungen“, lassen Sie die ' +
      'Kamera zu und versuchen Sie es erneut. Fehlt sie dort, lassen Sie die Kamera für Ihren Browser ' +
      'in den Einstellungen des Smartphones unter „Apps“ zu.',
    samsung:
      'Tippen Sie auf das Schloss neben der Adresse, dann auf „Berechtigungen“, lassen Sie die Kamera ' +
      'zu und versuchen Sie es erneut. Sonst: Einstellungen des Smartphones → „Apps“ → Samsung ' +
      'Internet → „Berechtigungen“ → „Kamera“.',
    safari_ios:
      'Tippen Sie auf das Seitensymbol neben der Adresse, dann auf „Website-Einstellungen“ (oder ' +
      'zuerst auf die drei Punkte), und wählen Sie für die Kamera „Erlauben“. Laden Sie die Seite dann ' +
      'neu.',
    other_ios:
      'Öffnen Sie die App „Einstellungen“, wählen Sie in der Liste der Apps Ihren Browser, schalten ' +
      'Sie die Kamera ein und kommen Sie auf diese Seite zurück.',
    safari_macos:
      'Wählen Sie in der Menüleiste Safari → „Einstellungen für diese Website“, stellen Sie die Kamera ' +
      'auf „Erlauben“ und versuchen Sie es erneut.',
    firefox:
      'Klicken oder tippen Sie neben der Adresse auf die durchgestrichene Kamera (oder das Schloss), ' +
      'heben Sie die Blockierung auf und versuchen Sie es erneut.',
    other:
      'Suchen Sie neben der Adresse nach einem Kamera- oder Schlosssymbol, lassen Sie die Kamera dort ' +
      'zu und versuchen Sie es erneut.',
    busy_phone:
      'Beenden Sie Videoanrufe und schließen Sie andere Apps, die die Kamera verwenden. Hilft das ' +
      'nicht, starten Sie das Smartphone neu.',
    busy_computer:
      'Beenden Sie Videoanrufe und schließen Sie andere Tabs und Programme, die die Kamera verwenden. ' +
      'Hilft das nicht, stecken Sie die Kamera neu ein oder starten Sie den Browser neu.',
    light: 'Mehr Licht kann helfen: Im Dunkeln werden Kameras langsamer.',
  },
  problems: {
    camera_permission_denied: {
      title: 'Die Kamera ist blockiert',
      body: 'Ihr Browser blockiert die Kamera für diese Seite.',
    },
    camera_permission_dismissed: {
      title: 'Wir brauchen noch die Kamera',
      body: 'Die Kameraanfrage wurde geschlossen. Versuchen Sie es erneut und wählen Sie „Zulassen“.',
    },
    camera_policy_blocked: {
      title: 'Diese Seite kann die Kamera hier nicht verwenden',
      body: 'Die Website, die diese Seite anzeigt, blockiert die Kamera. Nur ihr Betreiber kann das ändern.',
    },
    camera_insecure_context: {
      title: 'Die Kamera braucht eine sichere Seite',
      body: 'Diese Seite wurde ohne sichere Verbindung geöffnet, deshalb blockiert der Browser die Kamera.',
    },
    camera_not_found: {
      title: 'Keine Kamera gefunden',
      body: 'Schließen Sie eine Kamera an oder fahren Sie mit dem Smartphone fort.',
    },
    camera_in_use: {
      title: 'Die Kamera wird gerade verwendet',
      body: 'Ein anderes Programm oder ein anderer Tab verwendet die Kamera.',
    },
    camera_overconstrained: {
      title: 'Diese Kamera eignet sich nicht',
      body: 'Wir können ihr Bild für die Überprüfung nicht verwenden.',
    },
    camera_low_spec: {
      title: 'Diese Kamera reicht nicht aus',
      body:
        'Ihr Bild ist für die Überprüfung zu klein oder zu langsam. Bitte verwenden Sie eine andere ' +
        'Kamera oder ein anderes Gerät.',
    },
    camera_interrupted: {
      title: 'Die Kamera wurde unterbrochen',
      body: 'Ein Anruf, eine andere App oder der Wechsel auf eine andere Seite hat die Kamera gestoppt.',
    },
    webview_no_camera: {
      title: 'Diese App lässt uns die Kamera nicht verwenden',
      body: 'Bitte öffnen Sie die Seite in Ihrem Browser, zum Beispiel in Safari oder Chrome.',
    },
    unsupported_browser: {
      title: 'Ihr Browser ist dafür zu alt',
      body: 'Bitte aktualisieren Sie ihn oder verwenden Sie ein anderes Gerät.',
    },
    connection_lost: {
      title: 'Keine Verbindung',
      body: 'Wir erreichen den Dienst nicht. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    },
    upload_lost: {
      title: 'Ihre Bilder sind nicht angekommen',
      body: 'Die Verbindung wurde unterbrochen. Die Bilder sind noch da: Senden Sie sie erneut.',
    },
    service_unavailable: {
      title: 'Wir sind gleich wieder da',
      body: 'Der Dienst ist gerade nicht verfügbar. Bitte versuchen Sie es in einer Minute erneut.',
    },
    too_many_requests: {
      title: 'Bitte etwas langsamer',
      body: 'Das war etwas schnell. Warten Sie kurz und versuchen Sie es erneut.',
    },
    token_expired: {
      title: 'Die Zeit ist abgelaufen',
      body: 'Diese Überprüfung war zu lange offen. Bitte gehen Sie zurück und beginnen Sie neu.',
    },
    link_invalid: {
      title: 'Dieser Link funktioniert nicht',
      body: 'Er ist unvollständig oder abgelaufen. Bitte gehen Sie zurück und öffnen Sie ihn erneut.',
    },
    other_device_active: {
      title: 'Auf einem anderen Gerät geöffnet',
      body:
        'Die Überprüfung läuft bereits auf einem anderen Gerät oder in einem anderen Browser. Machen ' +
        'Sie dort weiter.',
    },
    attempt_open: {
      title: 'Ein anderer Versuch ist noch offen',
      body:
        'Er endet nach höchstens 90 Sekunden automatisch. Bitte warten Sie einen Moment und versuchen ' +
        'Sie es dann erneut.',
    },
    attempt_expired: {
      title: 'Das hat etwas lange gedauert',
      body:
        'Für jeden Versuch haben Sie 90 Sekunden. Versuchen Sie es in Ruhe noch einmal, dieser zählt ' +
        'nicht.',
    },
    attempt_refused: {
      title: 'Wir konnten die Bilder nicht verwenden',
      body: 'Beim Aufnehmen ist etwas schiefgegangen. Bitte versuchen Sie es erneut.',
    },
    attempts_exhausted: {
      title: 'Keine Versuche mehr',
      body: 'Sie haben alle Versuche aufgebraucht.',
    },
    processing_slow: {
      title: 'Das dauert länger als sonst',
      body: 'Ihre Bilder sind angekommen. Versuchen Sie es gleich noch einmal.',
    },
    idle: { title: 'Sind Sie noch da?', body: 'Wir haben die Kamera ausgeschaltet, während Sie weg waren.' },
    code_expired: {
      title: 'Dieser Code ist abgelaufen',
      body: 'Codes gelten nur kurz. Bitte scannen Sie den aktuellen auf Ihrem anderen Bildschirm.',
    },
    code_used: {
      title: 'Dieser Code wurde bereits verwendet',
      body:
        'Ein Code gilt nur einmal. Waren Sie das nicht, beenden Sie die Überprüfung am anderen ' +
        'Bildschirm.',
    },
    code_unknown: {
      title: 'Diesen Code kennen wir nicht',
      body: 'Bitte scannen Sie den Code auf Ihrem anderen Bildschirm noch einmal.',
    },
    code_needs_page: {
      title: 'Bitte öffnen Sie den Link selbst',
      body: 'Der Code wurde nicht verwendet. Versuchen Sie es erneut.',
    },
    handoff_wrong_number: {
      title: 'Die Zahl stimmte nicht',
      body:
        'Zu Ihrer Sicherheit haben wir dieses Smartphone getrennt. Lassen Sie am anderen Bildschirm ' +
        'einen neuen Code anzeigen.',
    },
    handoff_timed_out: {
      title: 'Dieses Smartphone wurde getrennt',
      body:
        'Es wurde nicht rechtzeitig bestätigt. Lassen Sie am anderen Bildschirm einen neuen Code ' +
        'anzeigen.',
    },
    handoff_revoked: {
      title: 'Es geht woanders weiter',
      body: 'Es geht auf Ihrem anderen Bildschirm weiter. Sie können diese Seite schließen.',
    },
    handoff_not_allowed: {
      title: 'Wechsel zum Smartphone nicht mehr möglich',
      body: 'Bitte fahren Sie mit diesem Gerät fort.',
    },
    internal: {
      title: 'Etwas ist schiefgegangen',
      body: 'Das lag nicht an Ihnen. Bitte versuchen Sie es erneut.',
    },
  },
};
