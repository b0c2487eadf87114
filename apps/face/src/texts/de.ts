import type { Texts } from './texts.ts';

export const de: Texts = {
  page_title: 'Identitätsprüfung',
  test_mode: 'Test',
  language: 'Sprache',
  cancel: 'Überprüfung beenden',
  step_of: 'Schritt {n} von {total}',
  offline: 'Sie sind offline. Es geht automatisch weiter, sobald die Verbindung wieder da ist.',
  loading: {
    title: 'Einen Moment',
    body: 'Ihre Überprüfung wird vorbereitet …',
  },
  declined_before:
    'Ihre letzte Überprüfung wurde von einer Person geprüft und abgelehnt. Sie können es jetzt ' +
    'erneut versuchen. Wenn Sie das für einen Irrtum halten, wenden Sie sich bitte an {integrator}.',
  landing: {
    title: 'Auf diesem Smartphone fortfahren?',
    warning:
      'Nur, wenn Sie den Code gerade selbst auf Ihrem eigenen Bildschirm gescannt oder Ihren eigenen ' +
      'Link geöffnet haben. Hat Ihnen jemand den Link geschickt, fahren Sie nicht fort.',
    go: 'Weiter',
    not_me: 'Das war ich nicht',
  },
  confirm: {
    title: 'Ist das Ihre Überprüfung?',
    who: 'Von',
    what: 'Zweck',
    device: 'Gestartet auf',
    when: 'Gestartet am',
    customer: 'Konto',
    number_label: 'Zahl auf Ihrem anderen Bildschirm',
    number_hint: 'Geben Sie die Zahl von Ihrem anderen Bildschirm ein.',
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
    blind:
      'Für diesen Schritt brauchen Sie sie nicht: Sie können auch ohne den wechselnden Code ' + 'fortfahren.',
  },
  consent: {
    title: 'Bestätigen Sie, dass Sie es sind',
    intro: '{integrator} sieht sich dafür kurz Ihr Gesicht mit der Kamera an.',
    details: 'So verwenden wir Ihre Bilder',
    close: 'Verstanden',
    agree: 'Ich stimme zu',
    decline: 'Ich stimme nicht zu',
    time: 'Etwa {seconds} Sekunden',
    movements: {
      one: '{n} kleine Bewegung',
      other: '{n} kleine Bewegungen',
    },
  },
  withdraw: {
    link: 'Einwilligung widerrufen',
    title: 'Einwilligung widerrufen?',
    body:
      'Die Überprüfung endet, und Ihre Bilder, Ihre Gesichtsvorlage und die Abdrücke werden ' +
      'gelöscht. Was {integrator} bereits entschieden hat, bleibt bestehen.',
    go: 'Widerrufen und löschen',
    back: 'Einwilligung behalten',
    failed:
      'Auf dieser Seite geht das nicht mehr. Bitte wenden Sie sich an {integrator}: Dort können Sie ' +
      'Ihre Einwilligung jederzeit widerrufen.',
  },
  primer: {
    title: 'Gleich startet die Kamera',
    body: 'Ihr Browser fragt gleich nach der Kamera. Wählen Sie „Zulassen“.',
    light: 'Sanfte Farben beleuchten etwa 3 Sekunden lang Ihr Gesicht.',
    unlit: 'Es erscheinen keine Farben. Stattdessen bewegen Sie sich etwas mehr.',
    relight: 'Mit Farben',
    tips: {
      light: 'Licht im Gesicht',
      face: 'Ohne Hut und Sonnenbrille',
      hold: 'Kamera auf Augenhöhe',
    },
    go: 'Kamera öffnen',
    here: 'Dieses Gerät verwenden',
    phone: 'Mit dem Smartphone fortfahren',
    follow: 'Machen Sie es einfach nach.',
    look: 'Schauen Sie einfach gerade in die Kamera.',
    time: 'Es dauert etwa {seconds} Sekunden.',
  },
  opening: {
    title: 'Bitte lassen Sie die Kamera zu',
    body: 'Ihr Browser fragt gerade danach. Wählen Sie „Zulassen“.',
  },
  ready: {
    title: 'Ihr Gesicht ins Oval, bitte',
    body: 'Es geht von selbst los, sobald Ihr Gesicht richtig im Bild ist.',
    go: 'Starten',
    flash:
      'Sanfte Farben können Ihr Gesicht kurz beleuchten. Sie wechseln weich, nichts flackert. Wenn ' +
      'Sie lichtempfindlich sind, geht es auch ohne.',
    options: 'Anders überprüfen?',
    no_flash: 'Ohne Farben',
    no_head_motion: 'Ohne Kopfbewegung',
    audio: 'Mehr Zeit',
    preview: 'Bild Ihrer Kamera',
    choose: 'Wählen Sie, was für Sie passt',
    chosen: 'Fertig',
  },
  hints: {
    face_not_present: 'Wir sehen Ihr Gesicht noch nicht',
    multiple_faces: 'Bitte nur Sie allein im Bild',
    brightness_too_low: 'Zu dunkel. Bitte zum Licht drehen',
    brightness_too_high: 'Zu hell. Bitte vom Licht wegdrehen',
    back_light: 'Das Licht ist hinter Ihnen. Bitte umdrehen',
    grainy: 'Das Bild rauscht. Bitte mehr Licht machen',
    face_too_close: 'Etwas zu nah. Bitte zurück',
    face_too_far: 'Etwas zu weit weg. Bitte näher',
    face_centering: 'Bitte in die Mitte',
    face_occluded: 'Bitte Gesicht nicht verdecken',
    turned_too_far: 'Das reicht schon. Etwas zurückdrehen',
    head_tilted: 'Kopf bitte gerade halten',
    eyes_closed: 'Augen bitte öffnen',
    sharpness_too_low: 'Stillhalten oder Linse abwischen',
    hold_still: 'Bitte stillhalten',
    well: 'Perfekt, bitte stillhalten',
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
      turn_left: 'Langsam nach links drehen',
      turn_right: 'Langsam nach rechts drehen',
      tilt_left: 'Kopf zur linken Schulter neigen',
      tilt_right: 'Kopf zur rechten Schulter neigen',
      smile: 'Bitte lächeln',
      mouth_open: 'Öffnen Sie den Mund ein wenig',
      approach: 'Kommen Sie ein wenig näher',
      recede: 'Gehen Sie ein wenig zurück',
      other: 'Halten Sie still und schauen Sie in die Kamera',
    },
    enough: 'Das reicht schon',
    back: 'Jetzt wieder geradeaus',
    middle: 'Und zurück zur Mitte',
    lamp: 'Zu dunkel: Der Bildschirm leuchtet jetzt',
    colours: 'Kurz sanfte Farben',
    colours_next: 'Gleich kommen sanfte Farben',
    colours_said: 'Bitte stillhalten, während sanfte Farben Ihr Gesicht beleuchten',
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
      one:
        'Bei erfolgreicher Überprüfung wird eine verschlüsselte Gesichtsvorlage {n} Tag lang ' +
        'aufbewahrt.',
      other:
        'Bei erfolgreicher Überprüfung wird eine verschlüsselte Gesichtsvorlage {n} Tage lang ' +
        'aufbewahrt.',
    },
    template_none: 'Es wird keine Gesichtsvorlage aufbewahrt.',
  },
  retry: {
    title: 'Versuchen wir es noch einmal',
    go: 'Erneut versuchen',
    left: {
      one: 'Noch {n} Versuch',
      other: 'Noch {n} Versuche',
    },
    reasons: {
      too_dark: 'Es war zu dunkel\nDrehen Sie sich zu einem Fenster oder einer Lampe.',
      too_bright: 'Es war zu hell\nGehen Sie aus dem direkten Licht.',
      blurred: 'Die Bilder waren unscharf\nHalten Sie still und wischen Sie bei Bedarf die Linse ab.',
      no_face: 'Wir konnten Ihr Gesicht nicht sehen\nHalten Sie es im Oval.',
      several_faces: 'Es war noch jemand im Bild\nAchten Sie darauf, dass nur Sie zu sehen sind.',
      face_too_small: 'Sie waren zu weit weg\nKommen Sie etwas näher.',
      face_too_large: 'Sie waren zu nah\nGehen Sie ein Stück zurück.',
      face_cut_off: 'Ihr Gesicht war nicht ganz im Bild\nHalten Sie es im Oval.',
      face_covered: 'Ihr Gesicht war verdeckt\nBitte nehmen Sie Maske, Hut und Sonnenbrille ab.',
      grainy:
        'Es war zu wenig Licht, deshalb rauschten die Bilder\nMachen Sie Licht an oder setzen Sie ' +
        'sich vor ein Fenster.',
      turned_too_far: 'Sie haben den Kopf zu weit gedreht\nEine kleine Drehung zur Seite genügt.',
      processing_timeout: 'Unsere Prüfung hat zu lange gedauert\nDas lag an uns, nicht an Ihnen.',
      other: 'Das hat nicht geklappt\nGutes Licht und eine ruhige Hand helfen.',
    },
  },
  result: {
    approved: {
      title: 'Geschafft, das sind Sie!',
      body: 'Vielen Dank. Sie können bei {integrator} weitermachen.',
    },
    declined: {
      title: 'Wir konnten Sie nicht bestätigen',
      body:
        'Das kann vorkommen und heißt nicht, dass Sie etwas falsch gemacht haben. {integrator} hilft ' +
        'Ihnen auf anderem Weg weiter.',
    },
    review: {
      title: 'Danke, wir haben alles',
      body:
        'Bei {integrator} sieht sich das jemand genauer an und meldet sich bei Ihnen. Sie müssen ' +
        'nichts weiter tun.',
    },
    status: {
      title: 'Vielen Dank, das war’s',
      body: 'Ihre Bilder sind angekommen. Alles Weitere übernimmt {integrator}.',
    },
    phone: 'Sie können diese Seite schließen und zu Ihrem anderen Gerät zurückkehren.',
    close: 'Sie können diese Seite jetzt schließen.',
    back: 'Zurück zu {integrator}',
    receipt: 'Vorgangsnummer',
    copy: 'Kopieren',
    copied: 'Kopiert',
    support: '{integrator} kontaktieren',
  },
  handoff: {
    title: 'Mit dem Smartphone fortfahren',
    body: 'Seine Kamera eignet sich dafür am besten.',
    qr_label: 'QR-Code, der diese Überprüfung auf Ihrem Smartphone öffnet',
    making: 'Der Code wird erstellt …',
    fresh: 'Neuer Code in {time}. Lassen Sie diese Seite geöffnet.',
    use_link: 'Stattdessen Link senden',
    use_qr: 'Stattdessen QR-Code anzeigen',
    link_title: 'Öffnen Sie diesen Link auf Ihrem Smartphone',
    link_body:
      'Er funktioniert nur einmal. Senden Sie ihn nur sich selbst und lassen Sie diese Seite ' + 'geöffnet.',
    link_left: 'Dieser Link läuft in {time} ab.',
    link_over: 'Dieser Link ist abgelaufen.',
    link_again: 'Neuen Link erstellen',
    link_label: 'Link für Ihr Smartphone',
    copy: 'Link kopieren',
    copied: 'Kopiert',
    waiting: 'Warten auf Ihr Smartphone',
    here: 'Kamera dieses Geräts verwenden',
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
      'Tippen Sie am Smartphone auf „Kamera öffnen“ und halten Sie es so, dass der ganze Code im ' +
      'Bild ist. Der Code wechselt ständig.',
    pairing_label:
      'Das ist ein wechselnder Code für die Kamera Ihres Smartphones. Er ändert sich ständig und ist ' +
      'nur für eine Kamera lesbar. Am Smartphone können Sie auch ohne ihn fortfahren.',
    cancel: 'Das ist nicht mein Smartphone. Dieses Gerät verwenden',
    aborted_title: 'Das Smartphone wurde nicht verbunden',
    aborted: 'Die Zahl war falsch, oder es hat zu lange gedauert.',
    aborted_number:
      'Am Smartphone wurde eine falsche Zahl eingegeben. Wenn Sie das nicht waren, hat jemand ' +
      'anderes Ihren Code geöffnet. Lassen Sie einen neuen anzeigen, den sonst niemand sieht.',
    aborted_time: 'Die Zahl wurde nicht rechtzeitig eingegeben.',
    again: 'Neuen Code anzeigen',
    other_phone: 'Das ist nicht mein Smartphone. Ein anderes verwenden',
    steps:
      'Öffnen Sie die Kamera Ihres Smartphones\nRichten Sie sie auf den Code\nTippen Sie auf den ' +
      'Link, der erscheint',
  },
  leave: {
    title: 'Überprüfung beenden?',
    body: 'Sie müssten später von vorn beginnen.',
    stay: 'Weitermachen',
    stop: 'Beenden',
  },
  ended: {
    expired: {
      title: 'Diese Überprüfung ist abgelaufen',
      body:
        'Zu Ihrer Sicherheit bleibt sie nur für eine gewisse Zeit offen. Starten Sie bei ' +
        '{integrator} einfach eine neue.',
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
      title: 'In Ordnung. Es wurden keine Bilder aufgenommen',
      body: 'Die Kamera blieb aus. {integrator} kann Ihnen einen anderen Weg anbieten.',
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
        'Es wurden keine Bilder aufgenommen. War die Überprüfung noch offen, haben wir sie beendet ' +
        'und gemeldet. Sie können diese Seite schließen.',
    },
    denied_on_phone: {
      title: 'Am Smartphone beendet',
      body:
        'Die Person, die den Code geöffnet hat, gab an, dass das nicht ihre Überprüfung ist. Wir ' +
        'haben sie beendet und gemeldet. War das ein Versehen, beginnen Sie bei {integrator} neu.',
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
    allowed: 'Kamera ist jetzt erlaubt',
  },
  remedies: {
    chromium_desktop:
      'Klicken Sie auf das Symbol links neben der Adresse\nSchalten Sie „Kamera“ ein. Ist sie schon ' +
      'an, erlauben Sie die Kamera in den Datenschutzeinstellungen Ihres Computers\nKehren Sie ' +
      'hierher zurück und klicken Sie unten',
    chrome_android:
      'Tippen Sie auf das Symbol links neben der Adresse\nTippen Sie auf „Berechtigungen“ und ' +
      'schalten Sie „Kamera“ ein. Fehlt sie dort: Einstellungen → Apps → Ihr Browser\nKehren Sie ' +
      'hierher zurück und tippen Sie unten',
    samsung:
      'Tippen Sie auf das Schloss neben der Adresse\nTippen Sie auf „Berechtigungen“ und erlauben ' +
      'Sie „Kamera“. Sonst: Einstellungen → Apps → Samsung Internet\nKehren Sie hierher zurück und ' +
      'tippen Sie unten',
    safari_ios:
      'Tippen Sie auf das Seitensymbol neben der Adresse\nWählen Sie „Website-Einstellungen“ (oder ' +
      'zuerst die drei Punkte) und bei „Kamera“ „Erlauben“\nLaden Sie die Seite neu',
    other_ios:
      'Öffnen Sie die App „Einstellungen“\nWählen Sie in der Liste der Apps Ihren Browser und ' +
      'schalten Sie „Kamera“ ein\nKehren Sie hierher zurück und tippen Sie unten',
    safari_macos:
      'Wählen Sie in der Menüleiste Safari und „Einstellungen für diese Website“\nStellen Sie ' +
      '„Kamera“ auf „Erlauben“\nKehren Sie hierher zurück und klicken Sie unten',
    firefox:
      'Klicken Sie auf die durchgestrichene Kamera (oder das Schloss) neben der Adresse\nHeben Sie ' +
      'die Blockierung mit × auf\nKehren Sie hierher zurück und klicken Sie unten',
    other:
      'Suchen Sie neben der Adresse nach einer Kamera oder einem Schloss\nErlauben Sie dort die ' +
      'Kamera\nKehren Sie hierher zurück und tippen Sie unten',
    busy_phone:
      'Beenden Sie Videoanrufe\nSchließen Sie andere Apps, die die Kamera verwenden\nHilft das ' +
      'nicht, starten Sie das Smartphone neu',
    busy_computer:
      'Beenden Sie Videoanrufe und schließen Sie andere Tabs und Apps, die die Kamera verwenden\n' +
      'Ziehen Sie die Kamera ab und stecken Sie sie wieder an\nHilft das nicht, starten Sie den ' +
      'Browser neu',
    light: 'Mehr Licht kann helfen: Im Dunkeln werden Kameras langsamer.',
  },
  problems: {
    camera_permission_denied: {
      title: 'Die Kamera ist blockiert',
      body: 'So schalten Sie sie ein:',
    },
    camera_permission_dismissed: {
      title: 'Wir brauchen noch die Kamera',
      body: 'Die Kameraanfrage wurde geschlossen. Versuchen Sie es erneut und wählen Sie „Zulassen“.',
    },
    camera_policy_blocked: {
      title: 'Diese Seite kann die Kamera hier nicht verwenden',
      body:
        'Die Website, die diese Seite anzeigt, blockiert die Kamera. Nur ihr Betreiber kann das ' + 'ändern.',
    },
    camera_insecure_context: {
      title: 'Die Kamera braucht eine sichere Seite',
      body: 'Diese Seite wurde ohne sichere Verbindung geöffnet, deshalb blockiert der Browser die Kamera.',
    },
    camera_not_found: {
      title: 'Keine Kamera gefunden',
      body: 'Kein Problem: Machen Sie mit dem Smartphone weiter oder schließen Sie eine Kamera an.',
    },
    camera_in_use: {
      title: 'Eine andere App verwendet die Kamera',
      body: 'So machen Sie sie frei:',
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
        'Er endet nach höchstens 90 Sekunden automatisch. Bitte warten Sie einen Moment und ' +
        'versuchen Sie es dann erneut.',
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
    idle: {
      title: 'Sind Sie noch da?',
      body: 'Wir haben die Kamera ausgeschaltet, während Sie weg waren.',
    },
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
  secured: 'Gesichert durch Standpoint',
  privacy: 'Datenschutz',
};
