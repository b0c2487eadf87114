import type { LocationTexts } from './shape.ts';

export const es: LocationTexts = {
  title: 'Verificación de ubicación',
  confirm: {
    body:
      'Su otra pantalla pide la ubicación de este teléfono. Continúe solo si lo ha iniciado usted y ' +
      'está viendo el número ahora mismo.',
    place: 'Red en',
  },
  allow: {
    title: 'Comparta su ubicación',
    body: '{integrator} necesita saber dónde está usted.',
    ask: 'El navegador le pedirá acceso. Elija «Permitir».',
    once: 'Consultamos su ubicación unos segundos, solo ahora',
    precise: 'Deje activada la «Ubicación precisa»',
    window: 'Funciona mejor cerca de una ventana',
    go: 'Compartir mi ubicación',
  },
  locating: {
    title: 'Buscando su ubicación',
    body: 'Tardará unos segundos. Mantenga esta página abierta.',
  },
  retry: { title: 'Todavía no ha sido suficiente', go: 'Reintentar' },
  done: {
    title: 'Gracias, hemos terminado',
    body: 'Su otra pantalla continuará automáticamente. Puede cerrar esta página.',
  },
  ended: {
    title: 'La verificación ha terminado',
    body: 'En su otra pantalla verá cómo continuar.',
  },
  denied: {
    title: 'Ha hecho bien en parar',
    body: 'No se ha compartido nada y hemos avisado a {integrator}. Puede cerrar esta página.',
  },
};
