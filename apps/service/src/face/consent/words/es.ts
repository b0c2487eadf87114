import type { ConsentWords } from './words.ts';

export const es: ConsentWords = {
  agree_button: 'Acepto',
  decline_button: 'No acepto',
  days: {
    after: { one: 'al cabo de {n} día', other: 'al cabo de {n} días' },
    during: { one: 'durante {n} día', other: 'durante {n} días' },
    most: { one: 'durante {n} día como máximo', other: 'durante {n} días como máximo' },
  },
  short: {
    take_moving: 'La cámara toma algunas imágenes de su rostro mientras sigue unas instrucciones sencillas.',
    take_still: 'La cámara toma algunas imágenes de su rostro.',
    live: 'Las imágenes muestran que es una persona real.',
    template: 'Se comparan con sus verificaciones anteriores.',
    reference: 'Se comparan con una imagen suya que tiene {controller}.',
    search: '{controller} busca además otras cuentas con su rostro.',
    frames: 'Las imágenes se borran {after}.',
    frames_none: 'Las imágenes se borran en cuanto se decide la verificación.',
    template_kept: 'Si la supera, se guarda una plantilla facial {during}.',
    template_none: 'No se guarda ninguna plantilla facial.',
  },
  take: {
    heading: 'Qué registramos',
    pictures: 'Varias imágenes de su rostro con la cámara de este dispositivo, sin sonido.',
    measures: 'Mediciones de su rostro y de cómo se mueve, hechas mientras la cámara está encendida.',
    movements: 'Mientras tanto, sigue unas instrucciones sencillas, como girar la cabeza.',
    colours: 'La pantalla puede iluminar su rostro con colores cambiantes.',
    device:
      'Lo que el navegador indica sobre sí mismo, este dispositivo y su cámara, y su red en forma abreviada ' +
      'o codificada.',
    phone: 'Si continúa en un móvil: qué tipo de móvil es y si ambos dispositivos están en la misma red.',
    moving_code:
      'La cámara trasera del móvil puede leer un código en movimiento de la otra pantalla. Su imagen no sale ' +
      'del móvil.',
  },
  use: {
    heading: 'Para qué sirve',
    live: 'Para ver que hay una persona real ante la cámara, y no una foto, una máscara o una grabación.',
    match_template:
      'Para comparar su rostro con la plantilla facial de sus verificaciones anteriores y ver que es usted. ' +
      'Si ya no existe, con una imagen suya que tiene {controller}.',
    match_reference: 'Para comparar su rostro con una imagen suya que tiene {controller} y ver que es usted.',
    template:
      'Si la supera: para crear una plantilla facial, una lista de números que describe su rostro, con la ' +
      'que {controller} podrá reconocerle la próxima vez. Las verificaciones que supere después la actualizan.',
    search:
      'Para buscar su rostro en las plantillas faciales de otros clientes de {controller} y encontrar segundas ' +
      'cuentas. Una persona mira cada coincidencia.',
    searched:
      'Mientras se guarda su plantilla facial, {controller} puede comparar con ella el rostro de otras ' +
      'personas para encontrar segundas cuentas.',
    replay:
      'Para notar si se vuelve a usar una grabación de esta verificación: si la supera, se guardan huellas de ' +
      'sus imágenes (códigos cortos de su aspecto) y se comparan con verificaciones posteriores.',
    review: 'Una persona de {controller} puede mirar sus imágenes y decidir.',
    review_two: 'Dos personas de {controller} pueden mirar sus imágenes y decidir.',
    record:
      'Para demostrar más adelante cómo se decidió esta verificación: un registro firmado con sus mediciones y ' +
      'resultados, y pequeñas copias grises de las imágenes.',
  },
  keep: {
    heading: 'Cuánto tiempo se guarda',
    frames: 'Sus imágenes se borran {after}, contados desde su último intento.',
    frames_none: 'Sus imágenes se borran en cuanto se decide la verificación.',
    template: 'Su plantilla facial se guarda {during}, contados desde la última verificación superada.',
    template_none: 'No se guarda ninguna plantilla facial.',
    reference:
      'Si {controller} aporta una imagen suya, la plantilla facial de esa imagen se guarda {during}.',
    prints: 'Si la supera, las huellas se guardan {during}.',
    waiting_face:
      'Mientras una persona tenga que decidir, las mediciones de su rostro y las huellas se guardan {most}.',
    waiting_prints: 'Mientras una persona tenga que decidir, las huellas se guardan {most}.',
    record:
      'El registro, el resultado y un hash de cada imagen se guardan hasta que {controller} borre sus datos.',
    proof: 'La prueba de su respuesta se guarda sin su nombre, incluso después de borrar sus datos.',
  },
  who: {
    heading: 'Quién es responsable',
    controller: '{controller} es responsable de sus datos.',
    controller_as: '{controller} es responsable de sus datos. En esta página aparece como {integrator}.',
    sealed: 'Las imágenes, las plantillas faciales y los registros se guardan cifrados.',
  },
  refuse: {
    heading: 'Si no acepta',
    how: 'Elija «{decline}». La cámara no se enciende y {controller} puede ofrecerle otra opción.',
  },
  withdraw: {
    heading: '¿Ha cambiado de opinión?',
    how:
      'Puede retirar su consentimiento en cualquier momento: en esta página mientras esté abierta, o en ' +
      '{controller}.',
    effect:
      'La verificación se detiene y se borran las imágenes, las plantillas faciales, las huellas y los ' +
      'registros de sus verificaciones faciales. Lo que se decidió antes se mantiene.',
  },
  more: { heading: 'Además, de {controller}' },
  agreement:
    'Al elegir «{agree}», permite que {controller} use imágenes de su rostro (datos biométricos) de esta ' +
    'manera. Puede cancelar en cualquier momento.',
};
