import type { LocationTexts } from './shape.ts';

export const es: LocationTexts = {
  title: 'Comprobación de ubicación',
  confirm: {
    body: 'Tu otra pantalla pide la ubicación de este teléfono. Sigue solo si lo has iniciado tú y estás viendo el número ahora mismo.',
    place: 'Su red está en',
  },
  allow: {
    title: 'Comparte dónde estás',
    body: '{integrator} necesita saber dónde estás. Tu navegador te preguntará; elige «Permitir».',
    once: 'Tu ubicación se lee una sola vez, ahora. Nadie te sigue.',
    precise: 'Deja activada la «Ubicación precisa»',
    window: 'Cerca de una ventana funciona mejor',
    go: 'Compartir mi ubicación',
  },
  locating: {
    title: 'Buscando tu ubicación',
    body: 'Tarda unos segundos. Mantén esta página abierta.',
  },
  retry: { title: 'Todavía no ha sido suficiente', go: 'Intentar de nuevo' },
  done: {
    title: 'Gracias, eso es todo',
    body: 'Tu otra pantalla continúa sola. Puedes cerrar esta página.',
  },
  ended: {
    title: 'La comprobación ha terminado',
    body: 'Tu otra pantalla te dice cómo seguir.',
  },
  denied: {
    title: 'Has hecho bien en parar',
    body: 'No se ha compartido nada y {integrator} está avisado. Puedes cerrar esta página.',
  },
};
