import type { Texts } from './texts.ts';

export const es: Texts = {
  page_title: 'Verificación de identidad',
  test_mode: 'Prueba',
  language: 'Idioma',
  cancel: 'Detener la verificación',
  step_of: 'Paso {n} de {total}',
  offline: 'No tiene conexión. Esta página continuará automáticamente en cuanto vuelva.',
  loading: {
    title: 'Un momento',
    body: 'Estamos preparando su verificación…',
  },
  declined_before:
    'Una persona revisó su última verificación y la rechazó. Puede volver a intentarlo ahora. Si ' +
    'cree que es un error, póngase en contacto con {integrator}.',
  landing: {
    title: '¿Continuar en este teléfono?',
    warning:
      'Solo si acaba de escanear el código de su propia pantalla o de abrir su propio enlace. Si ' +
      'alguien se lo ha enviado, no continúe.',
    go: 'Continuar',
    not_me: 'No he sido yo',
  },
  confirm: {
    title: '¿Es su verificación?',
    who: 'Solicitada por',
    what: 'Motivo',
    device: 'Iniciada en',
    when: 'Fecha de inicio',
    customer: 'Cuenta',
    number_label: 'Número de su otra pantalla',
    number_hint: 'Escriba el número que aparece en su otra pantalla.',
    number_missing: 'Introduzca las dos cifras.',
    go: 'Continuar',
    not_me: 'No he sido yo',
  },
  pairing: {
    title: 'Apunte este teléfono hacia su otra pantalla',
    body:
      'Allí aparece un código que cambia. Escanéelo con la cámara trasera para ayudar a confirmar ' +
      'que tiene consigo ambos dispositivos.',
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
    intro: '{integrator} verá su cara un momento con la cámara.',
    details: 'Cómo usamos sus imágenes',
    close: 'Entendido',
    agree: 'Acepto',
    decline: 'No acepto',
    time: 'Unos {seconds} segundos',
    movements: {
      one: '{n} pequeño movimiento',
      many: '{n} de pequeños movimientos',
      other: '{n} pequeños movimientos',
    },
  },
  withdraw: {
    link: 'Retirar mi consentimiento',
    title: '¿Retirar su consentimiento?',
    body:
      'La verificación se detiene y se borran sus imágenes, su plantilla facial y las huellas. Lo ' +
      'que {integrator} ya ha decidido se mantiene.',
    go: 'Retirar y borrar',
    back: 'Mantener mi consentimiento',
    failed:
      'Esta página ya no puede hacerlo. Póngase en contacto con {integrator}: allí puede retirar su ' +
      'consentimiento en cualquier momento.',
  },
  primer: {
    title: 'Prepárese para la cámara',
    body: 'El navegador le pedirá acceso a la cámara. Elija «Permitir».',
    light: 'Unos colores suaves iluminan su cara unos 3 segundos.',
    unlit: 'No aparecerán colores. En su lugar hará más movimientos.',
    relight: 'Con colores',
    tips: {
      light: 'Luz en la cara',
      face: 'Sin sombrero ni gafas de sol',
      hold: 'Cámara a la altura de los ojos',
    },
    go: 'Abrir la cámara',
    here: 'Usar este dispositivo',
    phone: 'Continuar en el teléfono',
    follow: 'Solo tiene que imitar el dibujo.',
    look: 'Solo tiene que mirar a la cámara.',
    time: 'Tarda unos {seconds} segundos.',
  },
  opening: {
    title: 'Permita el uso de la cámara',
    body: 'El navegador está pidiendo acceso. Elija «Permitir».',
  },
  ready: {
    title: 'Coloque la cara en el óvalo',
    body: 'Empieza solo en cuanto su cara esté en su sitio.',
    go: 'Empezar',
    flash:
      'Unos colores suaves pueden iluminar su cara un momento. Cambian poco a poco y nada parpadea. ' +
      'Si es sensible a la luz, puede continuar sin ellos.',
    options: '¿Necesita otra opción?',
    no_flash: 'Sin colores',
    no_head_motion: 'Sin mover la cabeza',
    audio: 'Más tiempo',
    preview: 'Imagen de su cámara',
    choose: 'Elija lo que prefiera',
    chosen: 'Listo',
  },
  hints: {
    face_not_present: 'Aún no vemos su cara',
    multiple_faces: 'Solo usted en la imagen, por favor',
    brightness_too_low: 'Poca luz. Gírese hacia una luz',
    brightness_too_high: 'Demasiada luz. Apártese de la luz',
    back_light: 'La luz está detrás de usted. Dese la vuelta',
    grainy: 'La imagen tiene ruido. Busque más luz',
    face_too_close: 'Un poco cerca. Aléjese',
    face_too_far: 'Un poco lejos. Acérquese',
    face_centering: 'Centre la cara',
    face_occluded: 'Descúbrase la cara, por favor',
    turned_too_far: 'Así es suficiente. Vuelva un poco',
    head_tilted: 'Mantenga la cabeza recta',
    eyes_closed: 'Abra los ojos',
    sharpness_too_low: 'No se mueva o limpie la lente',
    hold_still: 'No se mueva',
    well: 'Perfecto, no se mueva',
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
      turn_left: 'Gire despacio a su izquierda',
      turn_right: 'Gire despacio a su derecha',
      tilt_left: 'Incline la cabeza hacia el hombro izquierdo',
      tilt_right: 'Incline la cabeza hacia el hombro derecho',
      smile: 'Sonría, por favor',
      mouth_open: 'Abra un poco la boca',
      approach: 'Acérquese un poco',
      recede: 'Aléjese un poco',
      other: 'No se mueva y mire a la cámara',
    },
    enough: 'Así es suficiente',
    back: 'Ahora mire al frente',
    middle: 'Y vuelva al centro',
    lamp: 'Está oscuro: hemos iluminado la pantalla',
    colours: 'Colores suaves un momento',
    colours_next: 'Ahora vienen colores suaves',
    colours_said: 'No se mueva mientras unos colores suaves iluminan su cara',
  },
  uploading: {
    title: 'Enviando sus imágenes',
    body: 'Mantenga abierta esta página.',
    progress: '{percent} enviado',
    slow: 'Su conexión es lenta. Mantenga abierta esta página; continuará automáticamente.',
    arrived: 'Enviado. Esperando la respuesta…',
  },
  processing: {
    title: 'Un momento',
    body: 'Estamos comprobando sus imágenes. Suele tardar unos segundos.',
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
    left: {
      one: 'Queda {n} intento',
      many: 'Quedan {n} intentos',
      other: 'Quedan {n} intentos',
    },
    reasons: {
      too_dark: 'Había poca luz\nGírese hacia una ventana o una lámpara.',
      too_bright: 'Había demasiada luz\nApártese de la luz directa.',
      blurred: 'Las imágenes salieron borrosas\nNo se mueva y, si hace falta, limpie la lente.',
      no_face: 'No pudimos ver su cara\nManténgala dentro del óvalo.',
      several_faces: 'Había otra persona en la imagen\nAsegúrese de que solo aparece usted.',
      face_too_small: 'Estaba demasiado lejos\nAcérquese un poco.',
      face_too_large: 'Estaba demasiado cerca\nAléjese un poco.',
      face_cut_off: 'Parte de la cara quedó fuera de la imagen\nManténgala dentro del óvalo.',
      face_covered: 'Algo le tapaba la cara\nQuítese la mascarilla, el sombrero y las gafas de sol.',
      grainy:
        'Había poca luz y las imágenes salieron con ruido\nEncienda una luz o siéntese frente a una ' +
        'ventana.',
      turned_too_far: 'Giró demasiado la cabeza\nBasta con girarla un poco hacia el lado.',
      processing_timeout: 'La verificación tardó demasiado\nFue culpa nuestra, no suya.',
      other: 'No ha funcionado\nAyuda tener buena luz y sujetar bien el dispositivo.',
    },
  },
  result: {
    approved: {
      title: '¡Listo, es usted!',
      body: 'Gracias. Puede continuar en {integrator}.',
    },
    declined: {
      title: 'No hemos podido confirmar que es usted',
      body:
        'Puede ocurrir y no significa que haya hecho nada mal. {integrator} puede ayudarle de otra ' +
        'forma.',
    },
    review: {
      title: 'Gracias, lo tenemos todo',
      body:
        'Alguien de {integrator} lo revisará con más detalle y le avisará. No tiene que hacer nada ' + 'más.',
    },
    status: {
      title: 'Gracias, hemos terminado',
      body: 'Hemos recibido sus imágenes. {integrator} se encarga del resto.',
    },
    phone: 'Puede cerrar esta página y volver a su otro dispositivo.',
    close: 'Ya puede cerrar esta página.',
    back: 'Volver a {integrator}',
    receipt: 'Referencia',
    copy: 'Copiar',
    copied: 'Copiado',
    support: 'Contactar con {integrator}',
  },
  handoff: {
    title: 'Continúe en el teléfono',
    body: 'Su cámara es la más adecuada para esto.',
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
    here: 'Usar la cámara de este dispositivo',
    connected_title: 'Escriba este número en el teléfono',
    connected: 'Su teléfono está conectado: {device}',
    connected_unknown: 'Su teléfono está conectado',
    not_yours: '¿No es su teléfono? No comparta el número y deténgalo aquí.',
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
    cancel: 'No es mi teléfono. Usar este dispositivo',
    aborted_title: 'El teléfono no se ha conectado',
    aborted: 'El número no era correcto o se agotó el tiempo.',
    aborted_number:
      'El número introducido en el teléfono no era correcto. Si no fue usted, otra persona ha ' +
      'abierto su código. Muestre uno nuevo y no deje que nadie lo vea.',
    aborted_time: 'No se introdujo el número a tiempo.',
    again: 'Mostrar un código nuevo',
    other_phone: 'No es mi teléfono. Usar otro',
    steps: 'Abra la cámara del teléfono\nApúntela hacia el código\nToque el enlace que aparece',
  },
  leave: {
    title: '¿Detener la verificación?',
    body: 'Tendría que empezar de nuevo más tarde.',
    stay: 'Continuar',
    stop: 'Detener',
  },
  ended: {
    expired: {
      title: 'Esta verificación ha caducado',
      body: 'Por su seguridad, solo está abierta durante un tiempo. Puede empezar otra en {integrator}.',
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
      title: 'De acuerdo. No se han tomado imágenes',
      body: 'La cámara no se ha encendido. {integrator} puede ofrecerle otra opción.',
    },
    consent_withdrawn: {
      title: 'Ha retirado su consentimiento',
      body:
        'Se han borrado sus imágenes, su plantilla facial y las huellas. {integrator} puede ' +
        'ofrecerle otra opción.',
    },
    denied: {
      title: 'Gracias por avisarnos',
      body:
        'No se ha tomado ninguna imagen. Si la verificación seguía abierta, la hemos detenido y ' +
        'hemos dado aviso. Puede cerrar esta página.',
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
    allowed: 'Ya he permitido la cámara',
  },
  remedies: {
    chromium_desktop:
      'Haga clic en el icono a la izquierda de la dirección\nActive «Cámara». Si ya está activada, ' +
      'permita la cámara en los ajustes de privacidad del ordenador\nVuelva aquí y haga clic en el ' +
      'botón',
    chrome_android:
      'Toque el icono a la izquierda de la dirección\nToque «Permisos» y active «Cámara». Si no ' +
      'aparece: ajustes del teléfono → Aplicaciones → su navegador\nVuelva aquí y toque el botón',
    samsung:
      'Toque el candado junto a la dirección\nToque «Permisos» y permita «Cámara». Si no: ajustes ' +
      'del teléfono → Aplicaciones → Samsung Internet\nVuelva aquí y toque el botón',
    safari_ios:
      'Toque el icono de página junto a la dirección\nElija «Ajustes del sitio web» (o antes los ' +
      'tres puntos) y en «Cámara», «Permitir»\nVuelva a cargar la página',
    other_ios:
      'Abra la app Ajustes\nElija su navegador en la lista de apps y active «Cámara»\nVuelva aquí y ' +
      'toque el botón',
    safari_macos:
      'En la barra de menús, elija Safari y «Ajustes de este sitio web»\nEn «Cámara», elija ' +
      '«Permitir»\nVuelva aquí y haga clic en el botón',
    firefox:
      'Haga clic en la cámara tachada (o el candado) junto a la dirección\nQuite el bloqueo con la ' +
      '×\nVuelva aquí y haga clic en el botón',
    other:
      'Busque una cámara o un candado junto a la dirección\nPermita allí la cámara\nVuelva aquí y ' +
      'pulse el botón',
    busy_phone:
      'Termine las videollamadas\nCierre otras aplicaciones que usen la cámara\nSi no basta, ' +
      'reinicie el teléfono',
    busy_computer:
      'Termine las videollamadas y cierre otras pestañas y aplicaciones que usen la cámara\n' +
      'Desconecte la cámara y vuelva a conectarla\nSi no basta, reinicie el navegador',
    light: 'Más luz puede ayudar: con poca luz, las cámaras van más lentas.',
  },
  problems: {
    camera_permission_denied: {
      title: 'La cámara está bloqueada',
      body: 'Puede activarla en un momento:',
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
      body: 'No pasa nada: continúe en el teléfono o conecte una cámara e inténtelo de nuevo.',
    },
    camera_in_use: {
      title: 'Otra aplicación está usando la cámara',
      body: 'Así puede liberarla:',
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
        'Esta verificación estuvo abierta demasiado tiempo. Vuelva al sitio del que viene y empiece ' +
        'de nuevo.',
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
    idle: {
      title: '¿Sigue ahí?',
      body: 'Hemos apagado la cámara mientras no estaba.',
    },
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
    internal: {
      title: 'Algo ha fallado',
      body: 'No es culpa suya. Inténtelo de nuevo.',
    },
  },
  secured: 'Protegido por Standpoint',
  privacy: 'Privacidad',
};
