import type { LocationTexts } from './shape.ts';

export const pt: LocationTexts = {
  title: 'Verificação de localização',
  confirm: {
    body: 'O seu outro ecrã pede a localização deste telemóvel. Continue apenas se foi você que começou e está a ver o número neste momento.',
    place: 'A rede está em',
  },
  allow: {
    title: 'Partilhe onde está',
    body: '{integrator} precisa de saber onde está. O seu navegador vai perguntar; escolha «Permitir».',
    once: 'A sua localização é lida uma só vez, agora. Ninguém o segue.',
    precise: 'Deixe a «Localização exata» ligada',
    window: 'Perto de uma janela funciona melhor',
    go: 'Partilhar a minha localização',
  },
  locating: {
    title: 'A procurar a sua localização',
    body: 'Demora alguns segundos. Mantenha esta página aberta.',
  },
  retry: { title: 'Ainda não foi suficiente', go: 'Tentar de novo' },
  done: {
    title: 'Obrigado, é tudo',
    body: 'O seu outro ecrã continua sozinho. Pode fechar esta página.',
  },
  ended: {
    title: 'A verificação terminou',
    body: 'O seu outro ecrã diz-lhe como continuar.',
  },
  denied: {
    title: 'Fez bem em parar',
    body: 'Nada foi partilhado e {integrator} foi avisado. Pode fechar esta página.',
  },
};
