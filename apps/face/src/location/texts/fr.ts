import type { LocationTexts } from './shape.ts';

export const fr: LocationTexts = {
  title: 'Vérification de la position',
  confirm: {
    body: 'Votre autre écran demande la position de ce téléphone. Continuez seulement si c’est vous qui avez commencé et si vous voyez le nombre en ce moment.',
    place: 'Son réseau se trouve en',
  },
  allow: {
    title: 'Partagez votre position',
    body: '{integrator} a besoin de savoir où vous êtes. Votre navigateur va demander ; choisissez « Autoriser ».',
    once: 'Votre position est lue une seule fois, maintenant. Personne ne vous suit.',
    precise: 'Laissez la « position exacte » activée',
    window: 'Près d’une fenêtre, cela marche le mieux',
    go: 'Partager ma position',
  },
  locating: {
    title: 'Recherche de votre position',
    body: 'Cela prend quelques secondes. Gardez cette page ouverte.',
  },
  retry: { title: 'Cela n’a pas encore suffi', go: 'Réessayer' },
  done: {
    title: 'Merci, c’est terminé',
    body: 'Votre autre écran continue tout seul. Vous pouvez fermer cette page.',
  },
  ended: {
    title: 'La vérification est terminée',
    body: 'Votre autre écran vous dit comment continuer.',
  },
  denied: {
    title: 'Vous avez bien fait d’arrêter',
    body: 'Rien n’a été partagé, et {integrator} a été prévenu. Vous pouvez fermer cette page.',
  },
};
