import type { Texts } from './texts.ts';

export const es: Texts = {
  page_title: 'Verificación de identidad',
  test_mode: 'Modo de prueba',
  language: 'Idioma',
  cancel: 'Cancelar',
  step_of: 'Paso {n} de {total}',
  offline: 'Parece que no tiene conexión. Esta página seguirá sola en cuanto vuelva.',
  loading: { title: 'Un momento', body: 'Estamos preparando su verificación…' },
  landing: {
    title: 'Continuar en este teléfono',
    body: 'Ha abierto un enlace para verificar su identidad en este teléfono.',
    warning: 'Continúe solo si acaba de escanear el código o de abrir el enlace desde su propia pantalla.',
    go: 'Continuar',
    not_me: 'No he sido yo',
  },
  confirm: {
    title: '¿Es su verificación?',
    body: 'Compruebe que estos datos son correctos.',
    who: 'La pide',
    what: 'Para',
    device: 'Empezada en',
    when: 'Empezada a las',
    customer: 'Cuenta',
    number_label: 'Número de su otra pantalla',
    number_hint: 'Dos cifras. Aparecen donde escaneó el código.',
    number_missing: 'Escriba las dos cifras.',
    go: 'Continuar',
    not_me: 'No he sido yo',
  },
  pairing: {
    title: 'Apunte este teléfono hacia su otra pantalla',
    body: 'Allí se muestra un código que cambia. Leerlo con la cámara trasera ayuda a mostrar que los dos dispositivos están con usted.',
    stays:
      'La imagen de la cámara no sale de este teléfono. La comprobación también necesita la cámara: permita su uso, por favor.',
    needed: 'La comprobación también necesita la cámara.',
    go: 'Abrir la cámara',
    skip: 'Seguir sin esto',
    reading_title: 'Apunte la cámara hacia el código que cambia',
    preview: 'Imagen de la cámara trasera',
    looking: 'Buscando el código…',
    seen: 'Ahí está. Mantenga el teléfono quieto…',
    blind: 'Para este paso no hace falta: puede seguir sin el código que cambia.',
  },

  consent: {
    title: 'Confirme que es usted',
    intro: '{integrator} le pide una breve comprobación de su rostro. Dura alrededor de un minuto.',
    purpose: 'Para qué sirve: {purpose}',
    points: {
      camera: 'La cámara toma unas pocas imágenes mientras usted sigue unas instrucciones sencillas.',
      use: 'Sirven para ver que es una persona real y que de verdad es usted.',
    },
    text: 'Al elegir «Acepto» permite que {integrator} trate imágenes de su rostro para esta verificación. Puede parar en cualquier momento.',
    agree: 'Acepto',
    decline: 'No acepto',
    read: 'Lo que acepta',
  },
  primer: {
    title: 'Prepárese para la cámara',
    body: 'El navegador le preguntará si esta página puede usar la cámara. Elija «Permitir».',
    tips: {
      light: 'Busque un lugar con luz en la cara',
      face: 'Quítese sombreros y gafas de sol',
      hold: 'Sostenga el dispositivo a la altura de los ojos',
    },
    go: 'Abrir la cámara',
    here: 'Usar este dispositivo',
    phone: 'Continuar en el teléfono',
  },
  opening: {
    title: 'Permita el uso de la cámara',
    body: 'El navegador se lo está preguntando. Elija «Permitir».',
  },
  ready: {
    title: 'Coloque la cara en el óvalo',
    body: 'Cuando esté listo, pulse el botón y siga las instrucciones. Dura unos 15 segundos.',
    go: 'Empezar',
    flash: 'La pantalla puede destellar en colores vivos. Si los destellos le molestan, desactívelos aquí.',
    options: '¿Necesita otra manera?',
    no_flash: 'Sin colores que destellan',
    no_head_motion: 'Sin mover la cabeza',
    audio: 'Más tiempo para cada instrucción',
    preview: 'Imagen de su cámara',
  },
  hints: {
    face_not_present: 'Su cara no está en la imagen',
    multiple_faces: 'Debe estar solo usted en la imagen',
    brightness_too_low: 'Está demasiado oscuro. Gírese hacia una luz',
    brightness_too_high: 'Hay demasiada luz. Apártese de la luz fuerte',
    back_light: 'La luz está detrás de usted. Gírese hacia ella',
    face_too_close: 'Aléjese un poco',
    face_too_far: 'Acérquese un poco',
    face_centering: 'Mueva la cara al centro',
    face_occluded: 'Descúbrase la cara, por favor',
    head_tilted: 'Mantenga la cabeza recta y mire al frente',
    eyes_closed: 'Abra los ojos, por favor',
    sharpness_too_low: 'La imagen está borrosa. No se mueva o limpie la lente',
    hold_still: 'No se mueva',
    well: 'Así está bien',
    recognised: 'Reconocido',
  },
  senses: {
    usual: 'La manera habitual',
    speech: 'Leer las instrucciones en voz alta',
    speech_on: 'Las instrucciones se leen en voz alta.',
    no_voice: 'Este dispositivo no tiene voz para este idioma.',
    tones: 'Reproducir sonidos',
    vibration: 'Vibrar',
  },

  capture: {
    title: 'Siga las instrucciones',
    wait: 'Prepárese…',
    hold: 'Manténgase así',
    steps: {
      front: 'Mire al frente',
      turn_left: 'Gire la cabeza hacia su izquierda',
      turn_right: 'Gire la cabeza hacia su derecha',
      tilt_left: 'Incline la cabeza hacia el hombro izquierdo',
      tilt_right: 'Incline la cabeza hacia el hombro derecho',
      smile: 'Sonría, por favor',
      mouth_open: 'Abra un poco la boca',
      approach: 'Acérquese un poco',
      recede: 'Aléjese un poco',
      other: 'No se mueva y mire a la cámara',
    },
  },
  uploading: {
    title: 'Enviando sus imágenes',
    body: 'Mantenga abierta esta página.',
    progress: '{percent} enviado',
    slow: 'Su conexión es lenta. Mantenga abierta esta página; sigue por sí sola.',
    arrived: 'Enviado. Esperando la respuesta …',
  },
  processing: {
    title: 'Comprobando',
    body: 'Suele tardar unos segundos.',
    longer: 'Seguimos comprobando. No tiene que hacer nada.',
    slow: 'Tarda más de lo habitual. Sus imágenes han llegado bien; solo tiene que esperar.',
  },

  retention: {
    frames: {
      one: 'Sus imágenes se guardan cifradas y se borran al cabo de {n} día.',
      many: 'Sus imágenes se guardan cifradas y se borran al cabo de {n} de días.',
      other: 'Sus imágenes se guardan cifradas y se borran al cabo de {n} días.',
    },
    frames_none: 'Sus imágenes se cifran y se borran en cuanto se decide la verificación.',
    template: {
      one: 'Si la supera, se guarda un patrón cifrado de su cara durante {n} día.',
      many: 'Si la supera, se guarda un patrón cifrado de su cara durante {n} de días.',
      other: 'Si la supera, se guarda un patrón cifrado de su cara durante {n} días.',
    },
    template_none: 'No se guarda ningún patrón de su cara.',
  },
  retry: {
    title: 'Probemos otra vez',
    go: 'Probar otra vez',
    left: { one: 'Queda {n} intento', many: 'Quedan {n} intentos', other: 'Quedan {n} intentos' },
    reasons: {
      too_dark: 'Estaba demasiado oscuro. Gírese hacia una ventana o una lámpara.',
      too_bright: 'Había demasiada luz. Evite luces fuertes en la imagen.',
      blurred: 'Las imágenes salieron borrosas. Sujete bien el dispositivo y limpie la lente.',
      no_face: 'No pudimos ver su cara. Manténgala dentro del óvalo.',
      several_faces: 'Había más de una cara en la imagen. Póngase a solas delante de la cámara.',
      face_too_small: 'Estaba demasiado lejos. Acérquese un poco.',
      face_too_large: 'Estaba demasiado cerca. Aléjese un poco.',
      face_cut_off: 'Parte de la cara quedó fuera de la imagen. Manténgala dentro del óvalo.',
      face_covered: 'Algo tapaba la cara. Quítese mascarillas, sombreros y gafas de sol.',
      processing_timeout: 'La comprobación tardó demasiado por nuestra parte. No fue culpa suya.',
      other: 'Esta vez no ha funcionado. Ayudan la buena luz y un pulso firme.',
    },
  },
  result: {
    approved: { title: 'Todo listo', body: 'Gracias, su verificación está completa.' },
    declined: {
      title: 'No hemos podido confirmar que es usted',
      body: 'Póngase en contacto con {integrator}: allí le dirán cómo seguir.',
    },
    review: { title: 'Gracias', body: 'Una persona revisará su verificación. {integrator} le avisará.' },
    status: {
      title: 'Gracias, ya está',
      body: 'Sus imágenes han llegado. {integrator} sigue a partir de aquí.',
    },
    phone: 'Puede cerrar esta página y volver a su otro dispositivo.',
    close: 'Ya puede cerrar esta página.',
    back: 'Continuar',
    receipt: 'Número de recibo',
    receipt_hint: 'Indique este número a {integrator} si tiene alguna pregunta.',
    copy: 'Copiar',
    copied: 'Copiado',
    support: 'Contactar con {integrator}',
  },
  handoff: {
    title: 'Continúe en el teléfono',
    body: 'Abra la cámara del teléfono y apunte a este código.',
    qr_label: 'Código QR que abre esta verificación en su teléfono',
    making: 'Creando el código…',
    fresh: 'En {time} aparece un código nuevo. Mantenga abierta esta página.',
    use_link: 'Enviarme un enlace',
    use_qr: 'Mostrar el código QR',
    link_title: 'Abra este enlace en el teléfono',
    link_body: 'Sirve una sola vez. Envíeselo solo a usted y mantenga abierta esta página.',
    link_left: 'Este enlace sirve todavía durante {time}.',
    link_over: 'Este enlace ha caducado.',
    link_again: 'Crear un enlace nuevo',
    link_label: 'Enlace para su teléfono',
    copy: 'Copiar el enlace',
    copied: 'Copiado',
    waiting: 'Esperando a su teléfono',
    here: 'Usar este dispositivo',
    connected_title: 'Escriba este número en el teléfono',
    connected: 'Su teléfono está conectado: {device}',
    connected_unknown: 'Su teléfono está conectado',
    not_yours: '¿No es su teléfono? Entonces no le diga el número a nadie y deténgalo aquí.',
    used_twice:
      'Otra persona ha intentado usar el mismo código. Si no conoce el teléfono conectado, deténgalo aquí.',
    number_label: 'El número es {number}',
    capturing_title: 'Siga en el teléfono',
    capturing: 'La verificación se hace en el teléfono. Esta página seguirá sola cuando termine.',
    pairing_title: 'Apunte su teléfono hacia este código',
    pairing:
      'Pulse «Abrir la cámara» en el teléfono y sosténgalo de modo que se vea el código entero. El código cambia continuamente.',
    pairing_label:
      'Aquí hay un código que cambia, para la cámara de su teléfono. Cambia continuamente y solo lo puede leer una cámara. En el teléfono puede seguir sin él.',
    cancel: 'Parar en el teléfono y usar este dispositivo',
    aborted_title: 'El teléfono no se ha conectado',
    aborted: 'El número no era correcto o se tardó demasiado.',
    aborted_number:
      'El número escrito en el teléfono no era correcto. Si no fue usted, otra persona ha abierto su código: muestre otro y no deje que nadie lo vea.',
    aborted_time: 'Nadie escribió el número a tiempo.',
    again: 'Mostrar otro código',
    other_phone: 'Usar otro teléfono',
  },
  leave: {
    title: '¿Quiere parar?',
    body: 'Su verificación no ha terminado. Si para ahora, tendrá que empezar de nuevo.',
    stay: 'Seguir con la verificación',
    stop: 'Parar',
  },
  ended: {
    expired: {
      title: 'Se acabó el tiempo',
      body: 'Esta verificación ya no está abierta. Vuelva a {integrator} y empiece de nuevo.',
    },
    canceled: {
      title: 'Verificación detenida',
      body: 'Aquí ya no ocurre nada más. Puede empezar de nuevo desde {integrator}.',
    },
    failed: {
      title: 'No ha funcionado',
      body: 'No se pudo terminar la verificación. Empiece de nuevo desde {integrator}.',
    },
    consent_declined: {
      title: 'No se ha tomado ninguna imagen',
      body: 'No ha aceptado, así que la cámara ha seguido apagada. {integrator} puede decirle otras maneras.',
    },
    denied: {
      title: 'Gracias por avisarnos',
      body: 'No se ha tomado ninguna imagen. Si la verificación seguía abierta, ahora está detenida y se ha avisado. Puede cerrar esta página.',
    },
    denied_on_phone: {
      title: 'Detenida en el teléfono',
      body: 'Quien abrió el código dijo que esta verificación no es suya, así que se ha detenido y se ha avisado. Si fue un error, empiece de nuevo desde {integrator}.',
    },
    close: 'Cerrar esta página',
    the_site: 'el sitio del que viene',
  },
  ways: {
    camera: 'Probar otra vez',
    phone: 'Continuar en el teléfono',
    other_device: 'Continuar en otro dispositivo',
    reload: 'Probar otra vez',
    upload: 'Enviar otra vez',
    new_tab: 'Abrir en otra pestaña',
    here: 'Usar este dispositivo',
    leave: 'Detener la verificación',
    browser: 'Abrir en el navegador',
    copy: 'Copiar el enlace',
    copied: 'Copiado. Péguelo en la barra de direcciones del navegador.',
    link: 'Enlace a esta verificación',
    camera_choice: 'Cámara',
    camera_n: 'Cámara {n}',
  },

  remedies: {
    chromium_desktop:
      'Haga clic en el símbolo a la izquierda de la dirección, active la cámara y pruebe otra vez. Si ya está activada, permita la cámara al navegador en los ajustes de privacidad del ordenador.',
    chrome_android:
      'Toque el símbolo a la izquierda de la dirección, luego «Permisos», permita la cámara y pruebe otra vez. Si no aparece, permita la cámara al navegador en los ajustes del teléfono, en «Aplicaciones».',
    samsung:
      'Toque el candado junto a la dirección, luego «Permisos», permita la cámara y pruebe otra vez. Si no: ajustes del teléfono → «Aplicaciones» → Samsung Internet → «Permisos» → «Cámara».',
    safari_ios:
      'Toque el símbolo de página junto a la dirección, luego «Ajustes del sitio web» (o antes los tres puntos), y elija «Permitir» para la cámara. Después vuelva a cargar la página.',
    other_ios:
      'Abra los Ajustes del iPhone, elija su navegador en la lista de apps, active la cámara y vuelva a esta página.',
    safari_macos:
      'En la barra de menús elija Safari → «Ajustes de este sitio web», ponga la cámara en «Permitir» y pruebe otra vez.',
    firefox:
      'Haga clic o toque la cámara tachada (o el candado) junto a la dirección, quite el bloqueo y pruebe otra vez.',
    other:
      'Busque un símbolo de cámara o candado junto a la dirección, permita allí la cámara y pruebe otra vez.',
    busy_phone:
      'Cierre otras aplicaciones que usen la cámara, como las videollamadas. Si no ayuda, reinicie el teléfono.',
    busy_computer:
      'Termine las videollamadas y cierre otras pestañas y programas que usen la cámara. Si no ayuda, desconecte y vuelva a conectar la cámara, o reinicie el navegador.',
    light: 'Más luz puede ayudar: en la oscuridad, las cámaras toman menos imágenes.',
  },
  problems: {
    camera_permission_denied: {
      title: 'La cámara está bloqueada',
      body: 'Su navegador mantiene la cámara apagada en esta página.',
    },
    camera_permission_dismissed: {
      title: 'Aún necesitamos su permiso',
      body: 'Se cerró la pregunta sobre la cámara. Pruebe otra vez y elija «Permitir».',
    },
    camera_policy_blocked: {
      title: 'Aquí esta página no puede usar la cámara',
      body: 'El sitio que rodea esta página no deja pasar la cámara. Solo quien lo gestiona puede cambiarlo.',
    },
    camera_insecure_context: {
      title: 'La cámara necesita una página segura',
      body: 'Esta página no se abrió con una conexión segura, por eso el navegador no enciende la cámara.',
    },
    camera_not_found: {
      title: 'No se encontró ninguna cámara',
      body: 'Conecte una cámara y pruebe otra vez, o continúe en un teléfono.',
    },
    camera_in_use: {
      title: 'La cámara está ocupada',
      body: 'Otro programa u otra pestaña está usando la cámara.',
    },
    camera_overconstrained: {
      title: 'Esta cámara no sirve',
      body: 'No puede dar una imagen que podamos usar.',
    },
    camera_low_spec: {
      title: 'Esta cámara no basta',
      body: 'Sus imágenes son demasiado pequeñas o llegan demasiado despacio. Con otra cámara u otro dispositivo irá mejor.',
    },
    camera_interrupted: {
      title: 'La cámara se interrumpió',
      body: 'Una llamada, otra aplicación o un cambio de página detuvo la cámara.',
    },
    webview_no_camera: {
      title: 'Esta aplicación no nos deja usar la cámara',
      body: 'La aplicación que muestra esta página no comparte la cámara. Abra la página en el navegador, por ejemplo Safari o Chrome.',
    },
    unsupported_browser: {
      title: 'Su navegador es demasiado antiguo',
      body: 'Actualícelo o continúe en otro dispositivo.',
    },
    connection_lost: {
      title: 'Sin conexión',
      body: 'No pudimos llegar al servicio. Revise su conexión a internet y pruebe otra vez.',
    },
    upload_lost: {
      title: 'Sus imágenes no llegaron',
      body: 'Se cortó la conexión. Siguen aquí; puede enviarlas otra vez.',
    },
    service_unavailable: {
      title: 'Volvemos enseguida',
      body: 'El servicio no puede responder ahora. Pruebe otra vez dentro de un minuto.',
    },
    too_many_requests: {
      title: 'Un poco más despacio',
      body: 'Hubo demasiados intentos. Espere un momento y pruebe otra vez.',
    },
    token_expired: {
      title: 'Se acabó el tiempo',
      body: 'Esta verificación estuvo abierta demasiado tiempo. Vuelva al sitio del que viene y empiece de nuevo.',
    },
    link_invalid: {
      title: 'Este enlace no funciona',
      body: 'Está incompleto o ha caducado. Vuelva al sitio del que viene y ábralo de nuevo.',
    },
    other_device_active: {
      title: 'La verificación está abierta en otro lugar',
      body: 'Otro dispositivo o navegador ha tomado el relevo. Siga allí.',
    },
    attempt_open: {
      title: 'Hay otro intento abierto',
      body: 'Se cerrará solo en un minuto y medio como mucho. Espere un momento y pruebe otra vez.',
    },
    attempt_expired: {
      title: 'Ha tardado un poco',
      body: 'Cada intento dura 90 segundos. Respire y pruebe otra vez; este no ha contado.',
    },
    attempt_refused: {
      title: 'Las imágenes no sirvieron',
      body: 'Algo salió mal al tomarlas. Pruebe otra vez.',
    },
    attempts_exhausted: {
      title: 'No quedan intentos',
      body: 'Se usaron todos los intentos de esta verificación.',
    },
    processing_slow: {
      title: 'Tarda más de lo normal',
      body: 'Sus imágenes llegaron bien. Mire de nuevo dentro de un momento.',
    },
    idle: { title: '¿Sigue ahí?', body: 'Apagamos la cámara mientras no estaba.' },
    code_expired: {
      title: 'Este código ha caducado',
      body: 'Los códigos duran poco. Escanee el que muestra ahora su otra pantalla.',
    },
    code_used: {
      title: 'Este código ya se usó',
      body: 'Un código sirve una sola vez. Si no fue usted, detenga la verificación en su otra pantalla.',
    },
    code_unknown: {
      title: 'No conocemos este código',
      body: 'Escanee otra vez el código de su otra pantalla.',
    },
    code_needs_page: { title: 'Abra usted el enlace', body: 'El código no se ha gastado. Pruebe otra vez.' },
    handoff_wrong_number: {
      title: 'El número no era correcto',
      body: 'Por su seguridad, este teléfono se ha desconectado. Pida otro código en su otra pantalla.',
    },
    handoff_timed_out: {
      title: 'Este teléfono se ha desconectado',
      body: 'No se confirmó a tiempo. Pida otro código en su otra pantalla.',
    },
    handoff_revoked: {
      title: 'La verificación sigue en otro lugar',
      body: 'Se recuperó en su otra pantalla. Puede cerrar esta página.',
    },
    handoff_not_allowed: {
      title: 'Ya no puede continuar en un teléfono',
      body: 'Siga con este dispositivo.',
    },
    internal: { title: 'Algo ha fallado', body: 'No fue culpa suya. Pruebe otra vez.' },
  },
};
