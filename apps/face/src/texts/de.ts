import type { Texts } from './texts.ts';

export const de: Texts = {
  page_title: 'Identitätsprüfung',
  test_mode: 'Testmodus',
  language: 'Sprache',
  cancel: 'Abbrechen',
  step_of: 'Schritt {n} von {total}',
  offline:
    'Sie scheinen offline zu sein. Diese Seite macht von selbst weiter, sobald die Verbindung wieder da ist.',
  loading: { title: 'Einen Moment', body: 'Ihre Prüfung wird vorbereitet …' },
  landing: {
    title: 'Auf diesem Telefon weitermachen',
    body: 'Sie haben einen Link geöffnet, um auf diesem Telefon Ihre Identität zu bestätigen.',
    warning:
      'Machen Sie nur weiter, wenn Sie den Code gerade selbst auf Ihrem eigenen Bildschirm gescannt oder den Link selbst geöffnet haben.',
    go: 'Weiter',
    not_me: 'Das war ich nicht',
  },
  confirm: {
    title: 'Ist das Ihre Prüfung?',
    body: 'Bitte sehen Sie nach, ob diese Angaben stimmen.',
    who: 'Gefragt von',
    what: 'Wofür',
    device: 'Begonnen auf',
    when: 'Begonnen um',
    customer: 'Konto',
    number_label: 'Zahl auf Ihrem anderen Bildschirm',
    number_hint: 'Zwei Ziffern. Sie stehen dort, wo Sie den Code gescannt haben.',
    number_missing: 'Bitte geben Sie die zwei Ziffern ein.',
    go: 'Weiter',
    not_me: 'Das war ich nicht',
  },
  pairing: {
    title: 'Richten Sie dieses Telefon auf Ihren anderen Bildschirm',
    body: 'Dort wird ein wechselnder Code gezeigt. Ihn mit der Rückkamera zu lesen hilft zu zeigen, dass beide Geräte bei Ihnen sind.',
    stays:
      'Das Bild der Kamera bleibt auf diesem Telefon. Auch die Prüfung selbst braucht die Kamera: Bitte erlauben Sie sie.',
    needed: 'Auch die Prüfung selbst braucht die Kamera.',
    go: 'Kamera öffnen',
    skip: 'Ohne das weitermachen',
    reading_title: 'Richten Sie die Kamera auf den wechselnden Code',
    preview: 'Bild der Rückkamera',
    looking: 'Der Code wird gesucht …',
    seen: 'Da ist er. Halten Sie das Telefon ruhig …',
    blind:
      'Für diesen Schritt ist sie nicht nötig: Sie können einfach ohne den wechselnden Code weitermachen.',
  },

  consent: {
    title: 'Bestätigen Sie, dass Sie es sind',
    intro: '{integrator} bittet um eine kurze Prüfung Ihres Gesichts. Sie dauert etwa eine Minute.',
    purpose: 'Wofür: {purpose}',
    points: {
      camera: 'Ihre Kamera macht ein paar Bilder, während Sie einfachen Anweisungen folgen.',
      use: 'Daran sehen wir, dass Sie ein echter Mensch sind und dass wirklich Sie es sind.',
    },
    text: 'Mit „Ich stimme zu“ erlauben Sie {integrator}, für diese Prüfung Bilder Ihres Gesichts zu verarbeiten. Sie können jederzeit aufhören.',
    agree: 'Ich stimme zu',
    decline: 'Ich stimme nicht zu',
    read: 'Wozu Sie zustimmen',
  },
  primer: {
    title: 'Gleich geht die Kamera an',
    body: 'Ihr Browser fragt, ob diese Seite die Kamera benutzen darf. Bitte wählen Sie „Zulassen“.',
    tips: {
      light: 'Suchen Sie einen Platz mit Licht auf dem Gesicht',
      face: 'Nehmen Sie Hut und Sonnenbrille ab',
      hold: 'Halten Sie das Gerät auf Augenhöhe',
    },
    go: 'Kamera öffnen',
    here: 'Dieses Gerät benutzen',
    phone: 'Auf dem Telefon weitermachen',
  },
  opening: {
    title: 'Bitte lassen Sie die Kamera zu',
    body: 'Ihr Browser fragt gerade. Wählen Sie „Zulassen“.',
  },
  ready: {
    title: 'Bringen Sie Ihr Gesicht in das Oval',
    body: 'Wenn Sie so weit sind, drücken Sie den Knopf und folgen den Anweisungen. Es dauert etwa 15 Sekunden.',
    go: 'Los',
    flash:
      'Der Bildschirm kann in hellen Farben blinken. Wenn blinkendes Licht Ihnen Beschwerden macht, schalten Sie es hier ab.',
    options: 'Brauchen Sie einen anderen Weg?',
    no_flash: 'Ohne blinkende Farben',
    no_head_motion: 'Ohne Bewegung des Kopfes',
    audio: 'Mehr Zeit für jede Anweisung',
    preview: 'Bild Ihrer Kamera',
  },
  hints: {
    face_not_present: 'Ihr Gesicht ist nicht im Bild',
    multiple_faces: 'Bitte seien Sie allein im Bild',
    brightness_too_low: 'Es ist zu dunkel. Drehen Sie sich zum Licht',
    brightness_too_high: 'Es ist zu hell. Wenden Sie sich vom starken Licht ab',
    back_light: 'Das Licht ist hinter Ihnen. Drehen Sie sich zum Licht',
    face_too_close: 'Gehen Sie etwas zurück',
    face_too_far: 'Kommen Sie etwas näher',
    face_centering: 'Bringen Sie Ihr Gesicht in die Mitte',
    face_occluded: 'Bitte machen Sie Ihr Gesicht frei',
    head_tilted: 'Halten Sie den Kopf gerade und blicken Sie nach vorn',
    eyes_closed: 'Bitte öffnen Sie die Augen',
    sharpness_too_low: 'Das Bild ist unscharf. Halten Sie still oder wischen Sie die Linse ab',
    hold_still: 'Halten Sie still',
    well: 'So ist es gut',
    recognised: 'Erkannt',
  },
  senses: {
    usual: 'Wie üblich',
    speech: 'Anweisungen vorlesen',
    speech_on: 'Die Anweisungen werden vorgelesen.',
    no_voice: 'Dieses Gerät hat keine Stimme für diese Sprache.',
    tones: 'Töne abspielen',
    vibration: 'Vibrieren',
  },

  capture: {
    title: 'Folgen Sie den Anweisungen',
    wait: 'Gleich geht es los …',
    hold: 'So halten',
    steps: {
      front: 'Schauen Sie geradeaus',
      turn_left: 'Drehen Sie den Kopf nach links',
      turn_right: 'Drehen Sie den Kopf nach rechts',
      tilt_left: 'Neigen Sie den Kopf zur linken Schulter',
      tilt_right: 'Neigen Sie den Kopf zur rechten Schulter',
      smile: 'Bitte lächeln',
      mouth_open: 'Öffnen Sie ein wenig den Mund',
      approach: 'Kommen Sie ein wenig näher',
      recede: 'Gehen Sie ein wenig zurück',
      other: 'Halten Sie still und schauen Sie in die Kamera',
    },
  },
  uploading: {
    title: 'Ihre Bilder werden gesendet',
    body: 'Bitte lassen Sie diese Seite offen.',
    progress: '{percent} gesendet',
    slow: 'Ihre Verbindung ist langsam. Bitte lassen Sie diese Seite offen, sie macht von selbst weiter.',
    arrived: 'Gesendet. Wir warten auf die Antwort …',
  },
  processing: {
    title: 'Wir prüfen',
    body: 'Das dauert meistens nur ein paar Sekunden.',
    longer: 'Die Prüfung läuft noch. Sie müssen nichts tun.',
    slow: 'Das dauert länger als sonst. Ihre Bilder sind gut angekommen, Sie können einfach warten.',
  },

  retention: {
    frames: {
      one: 'Ihre Bilder werden verschlüsselt und nach {n} Tag gelöscht.',
      other: 'Ihre Bilder werden verschlüsselt und nach {n} Tagen gelöscht.',
    },
    frames_none: 'Ihre Bilder werden verschlüsselt und gelöscht, sobald Ihre Prüfung entschieden ist.',
    template: {
      one: 'Wenn Sie bestehen, wird ein verschlüsseltes Muster Ihres Gesichts {n} Tag lang aufbewahrt.',
      other: 'Wenn Sie bestehen, wird ein verschlüsseltes Muster Ihres Gesichts {n} Tage lang aufbewahrt.',
    },
    template_none: 'Ein Muster Ihres Gesichts wird nicht aufbewahrt.',
  },
  retry: {
    title: 'Versuchen wir es noch einmal',
    go: 'Noch einmal',
    left: { one: 'Noch {n} Versuch', other: 'Noch {n} Versuche' },
    reasons: {
      too_dark: 'Es war zu dunkel. Drehen Sie sich zu einem Fenster oder einer Lampe.',
      too_bright: 'Es war zu hell. Halten Sie starkes Licht aus dem Bild.',
      blurred: 'Die Bilder waren unscharf. Halten Sie das Gerät ruhig und wischen Sie die Linse ab.',
      no_face: 'Wir konnten Ihr Gesicht nicht sehen. Bleiben Sie im Oval.',
      several_faces: 'Es war mehr als ein Gesicht im Bild. Bitte seien Sie allein vor der Kamera.',
      face_too_small: 'Sie waren zu weit weg. Kommen Sie etwas näher.',
      face_too_large: 'Sie waren zu nah. Gehen Sie etwas zurück.',
      face_cut_off: 'Ein Teil des Gesichts war außerhalb des Bildes. Bleiben Sie im Oval.',
      face_covered: 'Etwas hat Ihr Gesicht verdeckt. Bitte nehmen Sie Maske, Hut und Sonnenbrille ab.',
      processing_timeout: 'Die Prüfung hat bei uns zu lange gedauert. Das lag nicht an Ihnen.',
      other: 'Diesmal hat es nicht geklappt. Gutes Licht und eine ruhige Hand helfen.',
    },
  },
  result: {
    approved: { title: 'Alles erledigt', body: 'Danke, Ihre Prüfung ist abgeschlossen.' },
    declined: {
      title: 'Wir konnten nicht bestätigen, dass Sie es sind',
      body: 'Bitte wenden Sie sich an {integrator}: Dort erfahren Sie, wie es weitergeht.',
    },
    review: {
      title: 'Danke',
      body: 'Ein Mensch sieht sich Ihre Prüfung an. {integrator} gibt Ihnen Bescheid.',
    },
    status: {
      title: 'Danke, das war’s',
      body: 'Ihre Bilder sind angekommen. {integrator} macht von hier aus weiter.',
    },
    phone: 'Sie können diese Seite schließen und zu Ihrem anderen Gerät zurückgehen.',
    close: 'Sie können diese Seite jetzt schließen.',
    back: 'Weiter',
    receipt: 'Belegnummer',
    receipt_hint: 'Nennen Sie {integrator} diese Nummer, wenn Sie eine Frage haben.',
    copy: 'Kopieren',
    copied: 'Kopiert',
    support: '{integrator} kontaktieren',
  },
  handoff: {
    title: 'Auf dem Telefon weitermachen',
    body: 'Öffnen Sie die Kamera Ihres Telefons und richten Sie sie auf diesen Code.',
    qr_label: 'QR-Code, der diese Prüfung auf Ihrem Telefon öffnet',
    making: 'Der Code wird erstellt …',
    fresh: 'In {time} kommt ein neuer Code. Lassen Sie diese Seite offen.',
    use_link: 'Stattdessen einen Link schicken',
    use_qr: 'Stattdessen den QR-Code zeigen',
    link_title: 'Öffnen Sie diesen Link auf dem Telefon',
    link_body: 'Er gilt einmal. Schicken Sie ihn nur sich selbst, und lassen Sie diese Seite offen.',
    link_left: 'Dieser Link gilt noch {time}.',
    link_over: 'Dieser Link ist abgelaufen.',
    link_again: 'Neuen Link erstellen',
    link_label: 'Link für Ihr Telefon',
    copy: 'Link kopieren',
    copied: 'Kopiert',
    waiting: 'Wir warten auf Ihr Telefon',
    here: 'Doch dieses Gerät benutzen',
    connected_title: 'Geben Sie diese Zahl auf dem Telefon ein',
    connected: 'Ihr Telefon ist verbunden: {device}',
    connected_unknown: 'Ihr Telefon ist verbunden',
    not_yours: 'Das ist nicht Ihr Telefon? Dann sagen Sie niemandem die Zahl und beenden Sie es hier.',
    used_twice:
      'Jemand anderes wollte denselben Code benutzen. Wenn Sie das verbundene Telefon nicht kennen, beenden Sie es hier.',
    number_label: 'Die Zahl ist {number}',
    capturing_title: 'Machen Sie auf dem Telefon weiter',
    capturing:
      'Die Prüfung läuft auf Ihrem Telefon. Diese Seite macht von selbst weiter, wenn es fertig ist.',
    pairing_title: 'Richten Sie Ihr Telefon auf diesen Code',
    pairing:
      'Drücken Sie auf dem Telefon „Kamera öffnen“ und halten Sie es so, dass der ganze Code im Bild ist. Der Code wechselt ständig.',
    pairing_label:
      'Hier ist ein wechselnder Code für die Kamera Ihres Telefons. Er ändert sich ständig und kann nur von einer Kamera gelesen werden. Auf dem Telefon können Sie auch ohne ihn weitermachen.',
    cancel: 'Auf dem Telefon beenden, dieses Gerät benutzen',
    aborted_title: 'Das Telefon wurde nicht verbunden',
    aborted: 'Die Zahl war falsch, oder es hat zu lange gedauert.',
    aborted_number:
      'Auf dem Telefon wurde eine falsche Zahl eingegeben. Wenn Sie das nicht waren, hat jemand anderes Ihren Code geöffnet: Zeigen Sie einen neuen, und lassen Sie ihn niemanden sehen.',
    aborted_time: 'Niemand hat die Zahl rechtzeitig eingegeben.',
    again: 'Neuen Code zeigen',
    other_phone: 'Anderes Telefon verwenden',
  },
  leave: {
    title: 'Möchten Sie aufhören?',
    body: 'Ihre Prüfung ist noch nicht fertig. Wenn Sie jetzt aufhören, müssen Sie von vorn beginnen.',
    stay: 'Mit der Prüfung weitermachen',
    stop: 'Aufhören',
  },
  ended: {
    expired: {
      title: 'Die Zeit ist um',
      body: 'Diese Prüfung ist nicht mehr offen. Bitte gehen Sie zurück zu {integrator} und beginnen Sie neu.',
    },
    canceled: {
      title: 'Prüfung beendet',
      body: 'Hier geschieht nichts mehr. Sie können bei {integrator} neu beginnen.',
    },
    failed: {
      title: 'Das hat nicht geklappt',
      body: 'Die Prüfung konnte nicht beendet werden. Bitte beginnen Sie bei {integrator} neu.',
    },
    consent_declined: {
      title: 'Es wurden keine Bilder gemacht',
      body: 'Sie haben nicht zugestimmt, also blieb die Kamera aus. {integrator} kann Ihnen andere Wege nennen.',
    },
    denied: {
      title: 'Danke für den Hinweis',
      body: 'Es wurden keine Bilder gemacht. War die Prüfung noch offen, ist sie nun angehalten und gemeldet. Sie können diese Seite schließen.',
    },
    denied_on_phone: {
      title: 'Auf dem Telefon angehalten',
      body: 'Wer den Code geöffnet hat, sagt, dass diese Prüfung nicht die eigene ist. Sie wurde angehalten und gemeldet. War das ein Versehen, beginnen Sie bei {integrator} neu.',
    },
    close: 'Diese Seite schließen',
    the_site: 'der Seite, von der Sie kommen',
  },
  ways: {
    camera: 'Noch einmal versuchen',
    phone: 'Auf dem Telefon weitermachen',
    other_device: 'Auf einem anderen Gerät weitermachen',
    reload: 'Noch einmal versuchen',
    upload: 'Noch einmal senden',
    new_tab: 'In neuem Tab öffnen',
    here: 'Dieses Gerät benutzen',
    leave: 'Prüfung beenden',
    browser: 'Im Browser öffnen',
    copy: 'Link kopieren',
    copied: 'Kopiert. Fügen Sie ihn in die Adresszeile Ihres Browsers ein.',
    link: 'Link zu dieser Prüfung',
    camera_choice: 'Kamera',
    camera_n: 'Kamera {n}',
  },

  remedies: {
    chromium_desktop:
      'Klicken Sie auf das Symbol links neben der Adresse, schalten Sie die Kamera ein und versuchen Sie es noch einmal. Ist sie schon an, lassen Sie die Kamera für Ihren Browser in den Datenschutz-Einstellungen des Computers zu.',
    chrome_android:
      'Tippen Sie auf das Symbol links neben der Adresse, dann auf „Berechtigungen“, lassen Sie die Kamera zu und versuchen Sie es noch einmal. Fehlt sie dort, lassen Sie die Kamera für Ihren Browser in den Telefon-Einstellungen unter „Apps“ zu.',
    samsung:
      'Tippen Sie auf das Schloss neben der Adresse, dann auf „Berechtigungen“, lassen Sie die Kamera zu und versuchen Sie es noch einmal. Sonst: Telefon-Einstellungen → „Apps“ → Samsung Internet → „Berechtigungen“ → „Kamera“.',
    safari_ios:
      'Tippen Sie auf das Seitensymbol neben der Adresse, dann auf „Website-Einstellungen“ (oder zuerst auf die drei Punkte), und wählen Sie für die Kamera „Erlauben“. Laden Sie die Seite dann neu.',
    other_ios:
      'Öffnen Sie die Einstellungen des iPhones, wählen Sie in der Liste der Apps Ihren Browser, schalten Sie die Kamera ein und kommen Sie auf diese Seite zurück.',
    safari_macos:
      'Wählen Sie in der Menüleiste Safari → „Einstellungen für diese Website“, stellen Sie die Kamera auf „Erlauben“ und versuchen Sie es noch einmal.',
    firefox:
      'Klicken oder tippen Sie neben der Adresse auf die durchgestrichene Kamera (oder das Schloss), heben Sie die Sperre auf und versuchen Sie es noch einmal.',
    other:
      'Suchen Sie neben der Adresse nach einem Kamera- oder Schlosssymbol, lassen Sie die Kamera dort zu und versuchen Sie es noch einmal.',
    busy_phone:
      'Schließen Sie andere Apps, die die Kamera benutzen, zum Beispiel Videoanrufe. Hilft das nicht, starten Sie das Telefon neu.',
    busy_computer:
      'Beenden Sie Videoanrufe und schließen Sie andere Tabs und Programme, die die Kamera benutzen. Hilft das nicht, stecken Sie die Kamera neu ein oder starten Sie den Browser neu.',
    light: 'Mehr Licht kann helfen: Im Dunkeln nehmen Kameras weniger Bilder auf.',
  },
  problems: {
    camera_permission_denied: {
      title: 'Die Kamera ist gesperrt',
      body: 'Ihr Browser hält die Kamera für diese Seite aus.',
    },
    camera_permission_dismissed: {
      title: 'Wir brauchen noch Ihre Erlaubnis',
      body: 'Die Frage nach der Kamera wurde geschlossen. Versuchen Sie es noch einmal und wählen Sie „Zulassen“.',
    },
    camera_policy_blocked: {
      title: 'Hier darf diese Seite die Kamera nicht benutzen',
      body: 'Die Seite um diese herum lässt die Kamera nicht durch. Nur deren Betreiber kann das ändern.',
    },
    camera_insecure_context: {
      title: 'Die Kamera braucht eine sichere Seite',
      body: 'Diese Seite wurde ohne sichere Verbindung geöffnet, darum hält der Browser die Kamera aus.',
    },
    camera_not_found: {
      title: 'Keine Kamera gefunden',
      body: 'Schließen Sie eine Kamera an, oder machen Sie auf dem Telefon weiter.',
    },
    camera_in_use: {
      title: 'Die Kamera ist beschäftigt',
      body: 'Ein anderes Programm oder ein anderer Tab benutzt die Kamera.',
    },
    camera_overconstrained: {
      title: 'Diese Kamera passt nicht',
      body: 'Sie liefert kein Bild, das wir verwenden können.',
    },
    camera_low_spec: {
      title: 'Diese Kamera ist zu schwach',
      body: 'Ihre Bilder sind für die Prüfung zu klein oder kommen zu langsam. Mit einer anderen Kamera oder einem anderen Gerät geht es besser.',
    },
    camera_interrupted: {
      title: 'Die Kamera wurde unterbrochen',
      body: 'Ein Anruf, eine andere App oder der Wechsel auf eine andere Seite hat die Kamera angehalten.',
    },
    webview_no_camera: {
      title: 'In dieser App geht die Kamera nicht',
      body: 'Die App, die diese Seite zeigt, gibt die Kamera nicht frei. Öffnen Sie die Seite in Ihrem Browser, zum Beispiel Safari oder Chrome.',
    },
    unsupported_browser: {
      title: 'Ihr Browser ist zu alt für diese Prüfung',
      body: 'Bitte aktualisieren Sie ihn, oder nehmen Sie ein anderes Gerät.',
    },
    connection_lost: {
      title: 'Keine Verbindung',
      body: 'Wir konnten den Dienst nicht erreichen. Prüfen Sie Ihre Internetverbindung und versuchen Sie es noch einmal.',
    },
    upload_lost: {
      title: 'Ihre Bilder sind nicht angekommen',
      body: 'Die Verbindung ist abgebrochen. Die Bilder sind noch hier; Sie können sie noch einmal senden.',
    },
    service_unavailable: {
      title: 'Wir sind gleich wieder da',
      body: 'Der Dienst kann gerade nicht antworten. Bitte versuchen Sie es in einer Minute noch einmal.',
    },
    too_many_requests: {
      title: 'Bitte etwas langsamer',
      body: 'Das waren zu viele Versuche. Warten Sie kurz und versuchen Sie es noch einmal.',
    },
    token_expired: {
      title: 'Die Zeit ist um',
      body: 'Diese Prüfung war zu lange offen. Bitte gehen Sie zurück und beginnen Sie neu.',
    },
    link_invalid: {
      title: 'Dieser Link funktioniert nicht',
      body: 'Er ist unvollständig oder veraltet. Bitte gehen Sie zurück und öffnen Sie ihn neu.',
    },
    other_device_active: {
      title: 'Die Prüfung ist anderswo offen',
      body: 'Ein anderes Gerät oder ein anderer Browser hat übernommen. Machen Sie dort weiter.',
    },
    attempt_open: {
      title: 'Ein anderer Versuch ist noch offen',
      body: 'Er schließt sich in höchstens anderthalb Minuten von selbst. Bitte warten Sie einen Moment und versuchen Sie es dann noch einmal.',
    },
    attempt_expired: {
      title: 'Das hat etwas lange gedauert',
      body: 'Jeder Versuch hat 90 Sekunden. Atmen Sie durch und versuchen Sie es noch einmal; dieser zählte nicht.',
    },
    attempt_refused: {
      title: 'Die Bilder waren nicht brauchbar',
      body: 'Beim Aufnehmen ist etwas schiefgegangen. Bitte versuchen Sie es noch einmal.',
    },
    attempts_exhausted: {
      title: 'Keine Versuche mehr',
      body: 'Alle Versuche dieser Prüfung sind aufgebraucht.',
    },
    processing_slow: {
      title: 'Das dauert länger als sonst',
      body: 'Ihre Bilder sind sicher angekommen. Sehen Sie gleich noch einmal nach.',
    },
    idle: { title: 'Sind Sie noch da?', body: 'Wir haben die Kamera ausgeschaltet, während Sie weg waren.' },
    code_expired: {
      title: 'Dieser Code ist abgelaufen',
      body: 'Codes gelten nur kurz. Bitte scannen Sie den, den Ihr anderer Bildschirm jetzt zeigt.',
    },
    code_used: {
      title: 'Dieser Code wurde schon benutzt',
      body: 'Ein Code gilt nur einmal. Wenn Sie das nicht waren, beenden Sie die Prüfung auf dem anderen Bildschirm.',
    },
    code_unknown: {
      title: 'Diesen Code kennen wir nicht',
      body: 'Bitte scannen Sie den Code auf Ihrem anderen Bildschirm noch einmal.',
    },
    code_needs_page: {
      title: 'Bitte öffnen Sie den Link selbst',
      body: 'Der Code wurde nicht verbraucht. Versuchen Sie es noch einmal.',
    },
    handoff_wrong_number: {
      title: 'Die Zahl stimmte nicht',
      body: 'Zu Ihrer Sicherheit wurde dieses Telefon getrennt. Lassen Sie sich auf dem anderen Bildschirm einen neuen Code zeigen.',
    },
    handoff_timed_out: {
      title: 'Dieses Telefon wurde getrennt',
      body: 'Es wurde nicht rechtzeitig bestätigt. Lassen Sie sich auf dem anderen Bildschirm einen neuen Code zeigen.',
    },
    handoff_revoked: {
      title: 'Die Prüfung geht anderswo weiter',
      body: 'Ihr anderer Bildschirm hat sie zurückgeholt. Sie können diese Seite schließen.',
    },
    handoff_not_allowed: {
      title: 'Ein Telefon kann nicht mehr übernehmen',
      body: 'Bitte machen Sie mit diesem Gerät weiter.',
    },
    internal: {
      title: 'Etwas ist schiefgegangen',
      body: 'Das lag nicht an Ihnen. Bitte versuchen Sie es noch einmal.',
    },
  },
};
