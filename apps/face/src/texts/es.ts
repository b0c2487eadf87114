import type { Texts } from './texts.ts';

export const es: Texts = {
  page_title: 'Verificación de identidad',
  test_mode: 'Modo de prueba',
  language: 'Idioma',
  cancel: 'Cancelar',
  step_of: 'Paso {n} de {total}',
  offline: 'No tiene conexión. Esta página continuará automáticamente en cuanto vuelva.',
  loading: { title: 'Un momento', body: 'Estamos preparando su verificación…' },

  declined_before:
    'Una persona revisó su última verificación y la rechazó. Puede volver a intentarlo ahora. Si cree ' +
    'que es un error, póngase en contacto con {integrator}.',
  landing: {
    title: 'Continuar en este teléfono',
    body: 'Ha abierto un enlace para verificar su identidad en este teléfono.',
    warning:
      'Continúe solo si acaba de escanear el código de su propia pantalla o de abrir su propio enlace.',
    go: 'Continuar',
    not_me: 'No he sido yo',
  },
  confirm: {
    title: '¿Es su verificación?',
    body: 'Compruebe que estos datos son correctos.',
    who: 'Solicitada por',
    what: 'Motivo',
    device: 'Iniciada en',
    when: 'Fecha de inicio',
    customer: 'Cuenta',
    number_label: 'Número de su otra pantalla',
    number_hint: 'Dos cifras. Aparecen donde escaneó el código.',
    number_missing: 'Introduzca las dos cifras.',
    go: 'Continuar',
    not_me: 'No he sido yo',
  },
  pairing: {
    title: 'Apunte este teléfono hacia su otra pantalla',
    body:
      'Allí aparece un código que cambia. Escanéelo con la cámara trasera para ayudar a confirmar que ' +
      'tiene consigo ambos dispositivos.',
    stays:
      'La imagen de la cámara no sale de este teléfono. La verificación también necesita la cámara, ' +
      'así que permita su uso.',
    needed: 'La verificación también necesita la cámara.',
    go: 'Abrir la cámara',
    skip: 'Continuar sin el código',
    reading_title: 'Apunte la cámara hacia el código que cambia',
    preview: 'Imagen de la cámara trasera',
    looking: 'Buscando el código…',
    seen: 'Código encontrado. No mueva el teléfono…',
    blind: 'No la necesita para este paso: puede continuar sin el código.',
  },

  consent: {
    title: 'Confirme que es usted',
    intro: '{integrator} verificará brevemente su rostro con la cámara. Tardará alrededor de un minuto.',
    purpose: 'Motivo: {purpose}',
    details: 'Cómo usamos sus imágenes',
    close: 'Entendido',
    agree: 'Acepto',
    decline: 'No acepto',
  },

  withdraw: {
    link: 'Retirar mi consentimiento',
    title: '¿Retirar su consentimiento?',
    body:
      'La verificación se detiene y se borran sus imágenes, su plantilla facial y las huellas. Lo que ' +
      '{integrator} ya ha decidido se mantiene.',
    go: 'Retirar y borrar',
    back: 'Mantener mi consentimiento',
    failed:
      'Esta página ya no puede hacerlo. Póngase en contacto con {integrator}: allí puede retirar su ' +
      'consentimiento en cualquier momento.',
  },
  primer: {
    title: 'Prepárese para la cámara',
    body: 'El navegador le pedirá acceso a la cámara. Elija «Permitir».',
    tips: {
      light: 'Busque un lugar bien iluminado',
      face: 'Quítese el sombrero y las gafas de sol',
      hold: 'Sostenga el dispositivo a la altura de los ojos',
    },
    go: 'Abrir la cámara',
    here: 'Usar este dispositivo',
    phone: 'Continuar en el teléfono',
  },
  opening: {
    title: 'Permita el uso de la cámara',
    body: 'El navegador está pidiendo acceso. Elija «Permitir».',
  },
  ready: {
    title: 'Coloque la cara en el óvalo',
    body: 'Cuando quiera, pulse el botón y siga las instrucciones en pantalla.',
    go: 'Empezar',
    flash: 'La pantalla puede mostrar destellos de color. Si es sensible a los destellos, desactívelos aquí.',
    options: '¿Necesita otra opción?',
    no_flash: 'Sin destellos de color',
    no_head_motion: 'Sin mover la cabeza',
    audio: 'Más tiempo para cada instrucción',
    preview: 'Imagen de su cámara',
  },
  hints: {
    face_not_present: 'No vemos su cara',
    multiple_faces: 'Solo usted en la imagen, por favor',
    brightness_too_low: 'Poca luz. Gírese hacia una luz',
    brightness_too_high: 'Demasiada luz. Apártese de la luz',
    back_light: 'La luz está detrás de usted. Dese la vuelta',
    grainy: 'La imagen tiene ruido. Busque más luz',
    face_too_close: 'Aléjese un poco',
    face_too_far: 'Acérquese un poco',
    face_centering: 'Centre la cara',
    face_occluded: 'Descúbrase la cara, por favor',
    turned_too_far: 'Así es suficiente. Vuelva un poco hacia el centro',
    head_tilted: 'Mantenga la cabeza recta y mire al frente',
    eyes_closed: 'Abra los ojos, por favor',
    sharpness_too_low: 'Imagen borrosa. No se mueva o limpie la lente',
    hold_still: 'No se mueva',
    well: 'Muy bien',
    recognised: 'Hecho',
  },
  senses: {
    usual: 'Opción estándar',
    speech: 'Leer las instrucciones en voz alta',
    speech_on: 'Las instrucciones se leen en voz alta.',
    no_voice: 'Este dispositivo no puede leer este idioma en voz alta.',
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
    slow: 'Su conexión es lenta. Mantenga abierta esta página; continuará automáticamente.',
    arrived: 'Enviado. Esperando la respuesta…',
  },
  processing: {
    title: 'Verificando',
    body: 'Suele tardar unos segundos.',
    longer: 'Seguimos verificando. No tiene que hacer nada.',
    slow: 'Está tardando más de lo habitual. Sus imágenes han llegado; solo tiene que esperar.',
  },

  retention: {
    frames: {
      one: 'Sus imágenes se guardan cifradas y se borran al cabo de {n} día.',
      many: 'Sus imágenes se guardan cifradas y se borran al cabo de {n} de días.',
      other: 'Sus imágenes se guardan cifradas y se borran al cabo de {n} días.',
    },
    frames_none: 'Sus imágenes se cifran y se borran en cuanto termina la verificación.',
    template: {
      one: 'Si la supera, se guarda una plantilla facial cifrada durante {n} día.',
      many: 'Si la supera, se guarda una plantilla facial cifrada durante {n} de días.',
      other: 'Si la supera, se guarda una plantilla facial cifrada durante {n} días.',
    },
    template_none: 'No se guarda ninguna plantilla facial.',
  },
  retry: {
    title: 'Intentémoslo de nuevo',
    go: 'Reintentar',
    left: { one: 'Queda {n} intento', many: 'Quedan {n} intentos', other: 'Quedan {n} intentos' },
    reasons: {
      too_dark: 'Había poca luz. Gírese hacia una ventana o una lámpara.',
      too_bright: 'Había demasiada luz. Apártese de la luz directa.',
      blurred: 'Las imágenes salieron borrosas. No se mueva y, si hace falta, limpie la lente.',
      no_face: 'No pudimos ver su cara. Manténgala dentro del óvalo.',
      several_faces: 'Había otra persona en la imagen. Asegúrese de que solo aparece usted.',
      face_too_small: 'Estaba demasiado lejos. Acérquese un poco.',
      face_too_large: 'Estaba demasiado cerca. Aléjese un poco.',
      face_cut_off: 'Parte de la cara quedó fuera de la imagen. Manténgala dentro del óvalo.',
      face_covered: 'Algo le tapaba la cara. Quítese la mascarilla, el sombrero y las gafas de sol.',
      grainy:
        'Había poca luz y las imágenes salieron con ruido. Encienda una luz o siéntese frente a una ventana.',
      turned_too_far: 'Giró demasiado la cabeza. Basta con girarla un poco hacia el lado.',
      processing_timeout: 'La verificación tardó demasiado. Fue culpa nuestra, no suya.',
      other: 'No ha funcionado. Ayuda tener buena luz y sujetar bien el dispositivo.',
    },
  },
  result: {
    approved: { title: 'Todo listo', body: 'Gracias, su verificación se ha completado.' },
    declined: {
      title: 'No hemos podido confirmar que es usted',
      body: 'Póngase en contacto con {integrator} para continuar de otra forma.',
    },
    review: { title: 'Gracias', body: 'Una persona revisará su verificación. {integrator} le avisará.' },
    status: {
      title: 'Gracias, hemos terminado',
      body: 'Hemos recibido sus imágenes. {integrator} se encarga del resto.',
    },
    phone: 'Puede cerrar esta página y volver a su otro dispositivo.',
    close: 'Ya puede cerrar esta página.',
    back: 'Continuar',
    receipt: 'Número de referencia',
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
    fresh: 'Código nuevo en {time}. Mantenga abierta esta página.',
    use_link: 'Enviarme un enlace',
    use_qr: 'Mostrar el código QR',
    link_title: 'Abra este enlace en el teléfono',
    link_body: 'Solo funciona una vez. Envíeselo solo a usted y mantenga abierta esta página.',
    link_left: 'Este enlace caduca en {time}.',
    link_over: 'Este enlace ha caducado.',
    link_again: 'Crear un enlace nuevo',
    link_label: 'Enlace para su teléfono',
    copy: 'Copiar el enlace',
    copied: 'Copiado',
    waiting: 'Esperando a su teléfono',
    here: 'Usar este dispositivo',
    connected_title: 'Introduzca este número en el teléfono',
    connected: 'Su teléfono está conectado: {device}',
    connected_unknown: 'Su teléfono está conectado',
    not_yours: '¿No es su teléfono? No comparta el número y detenga la verificación aquí.',
    used_twice:
      'Otra persona ha intentado usar el mismo código. Si no reconoce el teléfono conectado, detenga ' +
      'la verificación aquí.',
    number_label: 'El número es {number}',
    capturing_title: 'Siga en el teléfono',
    capturing: 'Esta página continuará automáticamente cuando termine allí.',
    pairing_title: 'Apunte su teléfono hacia este código',
    pairing:
      'Pulse «Abrir la cámara» en el teléfono y sosténgalo de modo que se vea el código completo. El ' +
      'código cambia continuamente.',
    pairing_label:
      'Este es un código para la cámara de su teléfono. Cambia continuamente y solo puede leerlo una ' +
      'cámara. En el teléfono puede continuar sin él.',
    cancel: 'Detener en el teléfono y usar este dispositivo',
    aborted_title: 'El teléfono no se ha conectado',
    aborted: 'El número no era correcto o se agotó el tiempo.',
    aborted_number:
      'El número introducido en el teléfono no era correcto. Si no fue usted, otra persona ha abierto ' +
      'su código. Muestre uno nuevo y no deje que nadie lo vea.',
    aborted_time: 'No se introdujo el número a tiempo.',
    again: 'Mostrar un código nuevo',
    other_phone: 'Usar otro teléfono',
  },
  leave: {
    title: '¿Detener la verificación?',
    body: 'Su verificación no ha terminado. Si la detiene ahora, tendrá que empezar de nuevo.',
    stay: 'Continuar',
    stop: 'Detener',
  },
  ended: {
    expired: {
      title: 'Se ha agotado el tiempo',
      body: 'Esta verificación ya no está abierta. Vuelva a {integrator} y empiece de nuevo.',
    },
    canceled: {
      title: 'Verificación detenida',
      body: 'Puede empezar de nuevo desde {integrator} cuando quiera.',
    },
    failed: {
      title: 'No ha funcionado',
      body: 'No se ha podido completar la verificación. Empiece de nuevo desde {integrator}.',
    },
    consent_declined: {
      title: 'No se ha tomado ninguna imagen',
      body: 'No pasa nada: la cámara no se ha encendido. {integrator} puede ofrecerle otra opción.',
    },
    consent_withdrawn: {
      title: 'Ha retirado su consentimiento',
      body: 'Se han borrado sus imágenes, su plantilla facial y las huellas. {integrator} puede ofrecerle otra opción.',
    },
    denied: {
      title: 'Gracias por avisarnos',
      body:
        'No se ha tomado ninguna imagen. Si la verificación seguía abierta, la hemos detenido y hemos ' +
        'dado aviso. Puede cerrar esta página.',
    },
    denied_on_phone: {
      title: 'Detenida en el teléfono',
      body:
        'La persona que abrió el código ha indicado que esta verificación no es suya. La hemos ' +
        'detenido y hemos dado aviso. Si fue un error, empiece de nuevo desde {integrator}.',
    },
    close: 'Cerrar esta página',
    the_site: 'el sitio del que viene',
  },
  ways: {
    camera: 'Reintentar',
    phone: 'Continuar en el teléfono',
    other_device: 'Continuar en otro dispositivo',
    reload: 'Reintentar',
    upload: 'Volver a enviar',
    new_tab: 'Abrir en una pestaña nueva',
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
      'Haga clic en el icono a la izquierda de la dirección, active la cámara e inténtelo de nuevo. Si ' +
      'ya está activada, permita que el navegador use la cámara en los ajustes de privacidad del ' +
      'ordenador.',
    chrome_android:
      'Toque el icono a la izquierda de la dirección, luego «Permisos», permita la cámara e inténtelo ' +
      'de nuevo. Si no aparece, permita que el navegador use la cámara en los ajustes del teléfono, en ' +
      '«Aplicaciones».',
    samsung:
      'Toque el candado junto a la dirección, luego «Permisos», permita la cámara e inténtelo de ' +
      'nuevo. Si no: ajustes del teléfono → «Aplicaciones» → Samsung Internet → «Permisos» → «Cámara».',
    safari_ios:
      'Toque el icono de página junto a la dirección, luego «Ajustes del sitio web» (o antes los tres ' +
      'puntos), y elija «Permitir» para la cámara. Después, recargue la página.',
    other_ios:
      'Abra Ajustes, elija su navegador en la lista de apps, active la cámara y vuelva a esta página.',
    safari_macos:
      'En la barra de menús elija Safari → «Ajustes de este sitio web», seleccione «Permitir» para la ' +
      'cámara e inténtelo de nuevo.',
    firefox:
      'Haga clic en la cámara tachada o el candado junto a la dirección (o tóquelos), quite el bloqueo ' +
      'e inténtelo de nuevo.',
    other:
      'Busque un icono de cámara o candado junto a la dirección, permita allí la cámara e inténtelo de ' +
      'nuevo.',
    busy_phone:
      'Cierre otras aplicaciones que usen la cámara, como las videollamadas. Si no funciona, reinicie ' +
      'el teléfono.',
    busy_computer:
      'Termine las videollamadas y cierre otras pestañas y programas que usen la cámara. Si no ' +
      'funciona, desconecte y vuelva a conectar la cámara, o reinicie el navegador.',
    light: 'Más luz puede ayudar: con poca luz, las cámaras van más lentas.',
  },
  problems: {
    camera_permission_denied: {
      title: 'La cámara está bloqueada',
      body: 'Su navegador bloquea la cámara en esta página.',
    },
    camera_permission_dismissed: {
      title: 'Aún necesitamos la cámara',
      body: 'Se cerró la solicitud de la cámara. Inténtelo de nuevo y elija «Permitir».',
    },
    camera_policy_blocked: {
      title: 'Esta página no puede usar la cámara aquí',
      body: 'El sitio web que muestra esta página bloquea la cámara. Solo su responsable puede cambiarlo.',
    },
    camera_insecure_context: {
      title: 'La cámara necesita una página segura',
      body: 'Esta página no se abrió con una conexión segura, por eso el navegador bloquea la cámara.',
    },
    camera_not_found: {
      title: 'No encontramos ninguna cámara',
      body: 'Conecte una cámara e inténtelo de nuevo, o continúe en un teléfono.',
    },
    camera_in_use: {
      title: 'La cámara está en uso',
      body: 'Otra aplicación u otra pestaña está usando la cámara.',
    },
    camera_overconstrained: {
      title: 'Esta cámara no es compatible',
      body: 'No podemos usar su imagen para la verificación.',
    },
    camera_low_spec: {
      title: 'Esta cámara no es suficiente',
      body: 'Su imagen es demasiado pequeña o demasiado lenta. Utilice otra cámara u otro dispositivo.',
    },
    camera_interrupted: {
      title: 'La cámara se interrumpió',
      body: 'La cámara se detuvo por una llamada, otra aplicación o un cambio de página.',
    },
    webview_no_camera: {
      title: 'Esta aplicación no nos deja usar la cámara',
      body: 'Abra la página en el navegador, por ejemplo, Safari o Chrome.',
    },
    unsupported_browser: {
      title: 'Su navegador es demasiado antiguo',
      body: 'Actualícelo o continúe en otro dispositivo.',
    },
    connection_lost: {
      title: 'Sin conexión',
      body: 'No podemos conectar con el servicio. Compruebe su conexión e inténtelo de nuevo.',
    },
    upload_lost: {
      title: 'No hemos recibido sus imágenes',
      body: 'Se perdió la conexión. Siguen aquí: puede volver a enviarlas.',
    },
    service_unavailable: {
      title: 'Volvemos enseguida',
      body: 'El servicio no está disponible en este momento. Inténtelo de nuevo en un minuto.',
    },
    too_many_requests: {
      title: 'Un poco más despacio',
      body: 'Ha ido demasiado rápido. Espere un momento e inténtelo de nuevo.',
    },
    token_expired: {
      title: 'Se ha agotado el tiempo',
      body:
        'Esta verificación estuvo abierta demasiado tiempo. Vuelva al sitio del que viene y empiece de ' +
        'nuevo.',
    },
    link_invalid: {
      title: 'Este enlace no funciona',
      body: 'Está incompleto o ha caducado. Vuelva al sitio del que viene y ábralo de nuevo.',
    },
    other_device_active: {
      title: 'Abierta en otro dispositivo',
      body: 'Ya está haciendo la verificación en otro dispositivo o navegador. Continúe allí.',
    },
    attempt_open: {
      title: 'Hay otro intento abierto',
      body: 'Terminará automáticamente en 90 segundos como máximo. Espere un momento e inténtelo de nuevo.',
    },
    attempt_expired: {
      title: 'Se ha agotado el tiempo',
      body: 'Cada intento dura 90 segundos. Inténtelo de nuevo con calma; este no cuenta.',
    },
    attempt_refused: {
      title: 'No pudimos usar las imágenes',
      body: 'Se produjo un problema al tomarlas. Inténtelo de nuevo.',
    },
    attempts_exhausted: {
      title: 'No quedan intentos',
      body: 'Ha usado todos los intentos de esta verificación.',
    },
    processing_slow: {
      title: 'Está tardando más de lo habitual',
      body: 'Hemos recibido sus imágenes. Inténtelo de nuevo dentro de un momento.',
    },
    idle: { title: '¿Sigue ahí?', body: 'Hemos apagado la cámara mientras no estaba.' },
    code_expired: {
      title: 'Este código ha caducado',
      body: 'Los códigos caducan pronto. Escanee el que aparece ahora en su otra pantalla.',
    },
    code_used: {
      title: 'Este código ya se ha utilizado',
      body:
        'Cada código solo funciona una vez. Si no fue usted, detenga la verificación en su otra ' +
        'pantalla.',
    },
    code_unknown: {
      title: 'No reconocemos este código',
      body: 'Vuelva a escanear el código de su otra pantalla.',
    },
    code_needs_page: {
      title: 'Abra usted el enlace',
      body: 'El código no se ha utilizado. Inténtelo de nuevo.',
    },
    handoff_wrong_number: {
      title: 'El número no era correcto',
      body:
        'Por su seguridad, hemos desconectado este teléfono. Muestre un código nuevo en su otra ' +
        'pantalla.',
    },
    handoff_timed_out: {
      title: 'Este teléfono se ha desconectado',
      body: 'No se confirmó a tiempo. Muestre un código nuevo en su otra pantalla.',
    },
    handoff_revoked: {
      title: 'Continúa en otra pantalla',
      body: 'Está continuando en su otra pantalla. Puede cerrar esta página.',
    },
    handoff_not_allowed: {
      title: 'Ya no puede continuar en un teléfono',
      body: 'Continúe en este dispositivo.',
    },
    internal: { title: 'Algo ha fallado', body: 'No es culpa suya. Inténtelo de nuevo.' },
  },
};
