import type { Texts } from './texts.ts';

export const pt: Texts = {
  page_title: 'Verificação de identidade',
  test_mode: 'Teste',
  language: 'Idioma',
  cancel: 'Parar a verificação',
  step_of: 'Etapa {n} de {total}',
  offline: 'Você está sem conexão. Esta página continua automaticamente quando ela voltar.',
  loading: {
    title: 'Um momento',
    body: 'Preparando a sua verificação…',
  },
  declined_before:
    'Uma pessoa analisou a sua última verificação e a recusou. Você pode tentar novamente agora. Se ' +
    'acha que houve um engano, entre em contato com {integrator}.',
  landing: {
    title: 'Continuar neste celular?',
    warning:
      'Somente se você acabou de escanear o código da sua própria tela ou de abrir o seu próprio ' +
      'link. Se alguém enviou o link para você, não continue.',
    go: 'Continuar',
    not_me: 'Não fui eu',
  },
  confirm: {
    title: 'Esta verificação é sua?',
    who: 'Solicitada por',
    what: 'Motivo',
    device: 'Iniciada em',
    when: 'Data de início',
    customer: 'Conta',
    number_label: 'Número na sua outra tela',
    number_hint: 'Digite o número que aparece na sua outra tela.',
    number_missing: 'Digite os dois dígitos.',
    go: 'Continuar',
    not_me: 'Não fui eu',
  },
  pairing: {
    title: 'Aponte este celular para a outra tela',
    body:
      'Lá aparece um código que muda. Escaneie com a câmera traseira para ajudar a confirmar que os ' +
      'dois aparelhos estão com você.',
    stays:
      'A imagem da câmera não sai deste celular. A verificação também precisa da câmera, então ' +
      'permita o uso.',
    needed: 'A verificação também precisa da câmera.',
    go: 'Abrir a câmera',
    skip: 'Continuar sem o código',
    reading_title: 'Aponte a câmera para o código que muda',
    preview: 'Imagem da câmera traseira',
    looking: 'Procurando o código…',
    seen: 'Código encontrado. Não mexa o celular…',
    blind: 'Ela não é necessária nesta etapa: você pode continuar sem o código.',
  },
  consent: {
    title: 'Confirme que é você',
    intro: '{integrator} vai olhar seu rosto rapidamente com a câmera.',
    details: 'Como usamos as suas fotos',
    close: 'Entendi',
    agree: 'Concordo',
    decline: 'Não concordo',
    time: 'Cerca de {seconds} segundos',
    movements: {
      one: '{n} pequeno movimento',
      many: '{n} de pequenos movimentos',
      other: '{n} pequenos movimentos',
    },
  },
  withdraw: {
    link: 'Retirar o meu consentimento',
    title: 'Retirar o seu consentimento?',
    body:
      'A verificação para, e as suas fotos, o seu modelo facial e as impressões são apagados. O que ' +
      '{integrator} já decidiu permanece.',
    go: 'Retirar e apagar',
    back: 'Manter o consentimento',
    failed:
      'Esta página não pode mais fazer isso. Fale com {integrator}: lá você pode retirar o seu ' +
      'consentimento a qualquer momento.',
  },
  primer: {
    title: 'Prepare-se para a câmera',
    body: 'O navegador vai pedir acesso à câmera. Escolha “Permitir”.',
    light: 'Cores suaves iluminam seu rosto por cerca de 3 segundos.',
    unlit: 'Nenhuma cor vai aparecer. Movimentos tomam o lugar delas.',
    relight: 'Com cores',
    tips: {
      light: 'Luz no rosto',
      face: 'Sem chapéu nem óculos escuros',
      hold: 'Câmera na altura dos olhos',
    },
    go: 'Abrir a câmera',
    here: 'Usar este aparelho',
    phone: 'Continuar no celular',
    follow: 'É só imitar o desenho.',
    look: 'É só olhar para a câmera.',
    time: 'Leva cerca de {seconds} segundos.',
  },
  opening: {
    title: 'Permita o uso da câmera',
    body: 'O navegador está pedindo acesso. Escolha “Permitir”.',
  },
  ready: {
    title: 'Posicione o rosto no oval',
    body: 'Começa sozinho assim que seu rosto estiver no lugar.',
    go: 'Começar',
    flash:
      'Cores suaves podem iluminar seu rosto por um momento. Elas mudam devagar e nada pisca. Se ' +
      'você é sensível à luz, pode continuar sem elas.',
    options: 'Precisa de outra opção?',
    no_flash: 'Sem cores',
    no_head_motion: 'Sem mexer a cabeça',
    audio: 'Mais tempo',
    preview: 'Imagem da sua câmera',
    choose: 'Escolha o que for melhor para você',
    chosen: 'Pronto',
  },
  hints: {
    face_not_present: 'Ainda não vemos seu rosto',
    multiple_faces: 'Só você na imagem, por favor',
    brightness_too_low: 'Muito escuro. Vire-se para uma luz',
    brightness_too_high: 'Muito claro. Afaste-se da luz forte',
    back_light: 'A luz está atrás de você. Vire-se',
    grainy: 'A imagem está granulada. Procure mais luz',
    face_too_close: 'Perto demais. Afaste-se um pouco',
    face_too_far: 'Longe demais. Aproxime-se um pouco',
    face_centering: 'Centralize o rosto',
    face_occluded: 'Deixe o rosto descoberto, por favor',
    turned_too_far: 'Já é o bastante. Volte um pouco',
    head_tilted: 'Mantenha a cabeça reta',
    eyes_closed: 'Abra os olhos',
    sharpness_too_low: 'Não se mexa ou limpe a lente',
    hold_still: 'Não se mexa',
    well: 'Perfeito, não se mexa',
    recognised: 'Pronto',
  },
  senses: {
    usual: 'Opção padrão',
    speech: 'Ler as instruções em voz alta',
    speech_on: 'As instruções são lidas em voz alta.',
    no_voice: 'Este aparelho não consegue ler este idioma em voz alta.',
    tones: 'Tocar sons',
    vibration: 'Vibrar',
  },
  capture: {
    title: 'Siga as instruções',
    wait: 'Prepare-se…',
    hold: 'Fique assim',
    steps: {
      front: 'Olhe para a frente',
      turn_left: 'Vire devagar para a sua esquerda',
      turn_right: 'Vire devagar para a sua direita',
      tilt_left: 'Incline a cabeça para o ombro esquerdo',
      tilt_right: 'Incline a cabeça para o ombro direito',
      smile: 'Sorria, por favor',
      mouth_open: 'Abra um pouco a boca',
      approach: 'Aproxime-se um pouco',
      recede: 'Afaste-se um pouco',
      other: 'Não se mexa e olhe para a câmera',
    },
    enough: 'Já é o bastante',
    back: 'Agora olhe para a frente',
    middle: 'E volte para o centro',
    lamp: 'Está escuro: acendemos a tela',
    colours: 'Cores suaves por um momento',
    colours_next: 'Agora vêm cores suaves',
    colours_said: 'Não se mova enquanto cores suaves iluminam seu rosto',
  },
  uploading: {
    title: 'Enviando suas fotos',
    body: 'Mantenha esta página aberta.',
    progress: '{percent} enviado',
    slow: 'Sua conexão está lenta. Mantenha esta página aberta; ela continua automaticamente.',
    arrived: 'Enviado. Aguardando a resposta…',
  },
  processing: {
    title: 'Só um momento',
    body: 'Estamos verificando suas fotos. Costuma levar alguns segundos.',
    longer: 'Ainda verificando. Você não precisa fazer nada.',
    slow: 'Está demorando mais que o normal. Suas fotos já chegaram, é só esperar.',
  },
  retention: {
    frames: {
      one: 'Suas fotos são criptografadas e apagadas depois de {n} dia.',
      many: 'Suas fotos são criptografadas e apagadas depois de {n} de dias.',
      other: 'Suas fotos são criptografadas e apagadas depois de {n} dias.',
    },
    frames_none: 'Suas fotos são criptografadas e apagadas assim que a verificação terminar.',
    template: {
      one: 'Se você for aprovado, um modelo facial criptografado fica guardado por {n} dia.',
      many: 'Se você for aprovado, um modelo facial criptografado fica guardado por {n} de dias.',
      other: 'Se você for aprovado, um modelo facial criptografado fica guardado por {n} dias.',
    },
    template_none: 'Nenhum modelo facial é guardado.',
  },
  retry: {
    title: 'Vamos tentar de novo',
    go: 'Tentar novamente',
    left: {
      one: 'Resta {n} tentativa',
      many: 'Restam {n} tentativas',
      other: 'Restam {n} tentativas',
    },
    reasons: {
      too_dark: 'Estava escuro demais\nVire-se para uma janela ou lâmpada.',
      too_bright: 'Havia luz demais\nSaia da luz direta.',
      blurred: 'As fotos ficaram borradas\nNão se mexa e, se precisar, limpe a lente.',
      no_face: 'Não conseguimos ver o seu rosto\nMantenha-o dentro do oval.',
      several_faces: 'Havia outra pessoa na imagem\nDeixe só você aparecer.',
      face_too_small: 'Você estava longe demais\nAproxime-se um pouco.',
      face_too_large: 'Você estava perto demais\nAfaste-se um pouco.',
      face_cut_off: 'Parte do rosto ficou fora da imagem\nMantenha-o dentro do oval.',
      face_covered: 'Algo cobria seu rosto\nTire máscara, chapéu e óculos escuros.',
      grainy:
        'Havia pouca luz e as fotos ficaram granuladas\nAcenda uma lâmpada ou fique de frente para ' +
        'uma janela.',
      turned_too_far: 'Você virou demais a cabeça\nBasta virar um pouco para o lado.',
      processing_timeout: 'A verificação demorou demais\nA culpa foi nossa, não sua.',
      other: 'Não deu certo\nBoa luz e mão firme ajudam.',
    },
  },
  result: {
    approved: {
      title: 'É você. Tudo pronto!',
      body: 'Obrigado. Você pode continuar em {integrator}.',
    },
    declined: {
      title: 'Não conseguimos confirmar que é você',
      body:
        'Isso pode acontecer e não significa que você fez algo errado. {integrator} pode ajudar de ' +
        'outra forma.',
    },
    review: {
      title: 'Obrigado, já temos tudo',
      body:
        'Alguém de {integrator} vai olhar com mais atenção e avisar você. Não é preciso fazer mais ' +
        'nada.',
    },
    status: {
      title: 'Obrigado, terminamos',
      body: 'Recebemos suas fotos. {integrator} cuida do resto.',
    },
    phone: 'Você pode fechar esta página e voltar ao outro aparelho.',
    close: 'Você já pode fechar esta página.',
    back: 'Voltar para {integrator}',
    receipt: 'Referência',
    copy: 'Copiar',
    copied: 'Copiado',
    support: 'Falar com {integrator}',
  },
  handoff: {
    title: 'Continue no seu celular',
    body: 'A câmera dele é a melhor para isso.',
    qr_label: 'Código QR que abre esta verificação no seu celular',
    making: 'Criando o código…',
    fresh: 'Novo código em {time}. Mantenha esta página aberta.',
    use_link: 'Enviar um link',
    use_qr: 'Mostrar o código QR',
    link_title: 'Abra este link no seu celular',
    link_body: 'Só funciona uma vez. Envie somente para você e mantenha esta página aberta.',
    link_left: 'Este link expira em {time}.',
    link_over: 'Este link expirou.',
    link_again: 'Criar um novo link',
    link_label: 'Link para o seu celular',
    copy: 'Copiar o link',
    copied: 'Copiado',
    waiting: 'Aguardando seu celular',
    here: 'Usar a câmera deste aparelho',
    connected_title: 'Digite este número no celular',
    connected: 'Seu celular está conectado: {device}',
    connected_unknown: 'Seu celular está conectado',
    not_yours: 'Não é o seu celular? Não compartilhe o número e pare por aqui.',
    used_twice:
      'Outra pessoa tentou usar o mesmo código. Se você não reconhece o celular conectado, ' +
      'interrompa aqui.',
    number_label: 'O número é {number}',
    capturing_title: 'Continue no celular',
    capturing: 'Esta página continua automaticamente quando você terminar lá.',
    pairing_title: 'Aponte seu celular para este código',
    pairing:
      'Toque em “Abrir a câmera” no celular e segure-o de modo que o código inteiro apareça. O ' +
      'código muda o tempo todo.',
    pairing_label:
      'Este é um código para a câmera do seu celular. Ele muda o tempo todo e só uma câmera consegue ' +
      'ler. No celular, você pode continuar sem ele.',
    cancel: 'Não é o meu celular. Usar este aparelho',
    aborted_title: 'O celular não foi conectado',
    aborted: 'O número estava errado ou o tempo acabou.',
    aborted_number:
      'O número digitado no celular estava errado. Se não foi você, outra pessoa abriu o seu código. ' +
      'Mostre um novo e não deixe ninguém ver.',
    aborted_time: 'O número não foi digitado a tempo.',
    again: 'Mostrar um novo código',
    other_phone: 'Não é o meu celular. Usar outro',
    steps: 'Abra a câmera do celular\nAponte para o código\nToque no link que aparecer',
  },
  leave: {
    title: 'Encerrar a verificação?',
    body: 'Você teria que começar de novo depois.',
    stay: 'Continuar',
    stop: 'Encerrar',
  },
  ended: {
    expired: {
      title: 'Esta verificação expirou',
      body: 'Para sua segurança, ela fica aberta só por um tempo. Você pode começar outra em {integrator}.',
    },
    canceled: {
      title: 'Verificação encerrada',
      body: 'Você pode começar de novo em {integrator} quando quiser.',
    },
    failed: {
      title: 'Não deu certo',
      body: 'Não foi possível concluir a verificação. Comece de novo em {integrator}.',
    },
    consent_declined: {
      title: 'Tudo bem. Nenhuma foto foi tirada',
      body: 'A câmera ficou desligada. {integrator} pode oferecer outra opção.',
    },
    consent_withdrawn: {
      title: 'O seu consentimento foi retirado',
      body:
        'As suas fotos, o seu modelo facial e as impressões foram apagados. {integrator} pode ' +
        'oferecer outra opção.',
    },
    denied: {
      title: 'Obrigado por avisar',
      body:
        'Nenhuma foto foi tirada. Se a verificação ainda estava aberta, nós a encerramos e ' +
        'comunicamos. Você pode fechar esta página.',
    },
    denied_on_phone: {
      title: 'Encerrada no celular',
      body:
        'A pessoa que abriu o código informou que esta verificação não é dela. Nós a encerramos e ' +
        'comunicamos. Se foi um engano, comece de novo em {integrator}.',
    },
    close: 'Fechar esta página',
    the_site: 'o site de onde você veio',
  },
  ways: {
    camera: 'Tentar novamente',
    phone: 'Continuar no celular',
    other_device: 'Continuar em outro aparelho',
    reload: 'Tentar novamente',
    upload: 'Enviar novamente',
    new_tab: 'Abrir em uma nova aba',
    here: 'Usar este aparelho',
    leave: 'Encerrar a verificação',
    browser: 'Abrir no navegador',
    copy: 'Copiar o link',
    copied: 'Copiado. Cole na barra de endereço do navegador.',
    link: 'Link desta verificação',
    camera_choice: 'Câmera',
    camera_n: 'Câmera {n}',
    allowed: 'Já permiti a câmera',
  },
  remedies: {
    chromium_desktop:
      'Clique no ícone à esquerda do endereço\nAtive “Câmera”. Se já estiver ativada, permita a ' +
      'câmera nas configurações de privacidade do computador\nVolte aqui e clique no botão',
    chrome_android:
      'Toque no ícone à esquerda do endereço\nToque em “Permissões” e ative “Câmera”. Se não ' +
      'aparecer: configurações do celular → Apps → seu navegador\nVolte aqui e toque no botão',
    samsung:
      'Toque no cadeado ao lado do endereço\nToque em “Permissões” e permita “Câmera”. Se não der: ' +
      'configurações do celular → Apps → Samsung Internet\nVolte aqui e toque no botão',
    safari_ios:
      'Toque no ícone de página ao lado do endereço\nEscolha “Ajustes do site” (ou antes os três ' +
      'pontos) e, em “Câmera”, “Permitir”\nRecarregue a página',
    other_ios:
      'Abra o app Ajustes\nEscolha seu navegador na lista de apps e ative “Câmera”\nVolte aqui e ' +
      'toque no botão',
    safari_macos:
      'Na barra de menus, escolha Safari e “Ajustes para este site”\nEm “Câmera”, escolha ' +
      '“Permitir”\nVolte aqui e clique no botão',
    firefox:
      'Clique na câmera riscada (ou no cadeado) ao lado do endereço\nRemova o bloqueio com o ×\n' +
      'Volte aqui e clique no botão',
    other:
      'Procure uma câmera ou um cadeado ao lado do endereço\nPermita a câmera ali\nVolte aqui e ' +
      'toque no botão',
    busy_phone:
      'Encerre chamadas de vídeo\nFeche outros apps que usam a câmera\nSe não resolver, reinicie o ' +
      'celular',
    busy_computer:
      'Encerre chamadas de vídeo e feche outras abas e apps que usam a câmera\nDesconecte a câmera e ' +
      'conecte de novo\nSe não resolver, reinicie o navegador',
    light: 'Mais luz pode ajudar: no escuro, as câmeras ficam mais lentas.',
  },
  problems: {
    camera_permission_denied: {
      title: 'A câmera está bloqueada',
      body: 'Você pode ativá-la em um instante:',
    },
    camera_permission_dismissed: {
      title: 'Ainda precisamos da câmera',
      body: 'O pedido de acesso à câmera foi fechado. Tente novamente e escolha “Permitir”.',
    },
    camera_policy_blocked: {
      title: 'Esta página não pode usar a câmera aqui',
      body: 'O site que mostra esta página bloqueia a câmera. Só quem o administra pode mudar isso.',
    },
    camera_insecure_context: {
      title: 'A câmera precisa de uma página segura',
      body: 'Esta página não foi aberta por uma conexão segura, por isso o navegador bloqueia a câmera.',
    },
    camera_not_found: {
      title: 'Não encontramos uma câmera',
      body: 'Sem problema: continue no celular ou conecte uma câmera e tente de novo.',
    },
    camera_in_use: {
      title: 'Outro app está usando a câmera',
      body: 'Para liberá-la:',
    },
    camera_overconstrained: {
      title: 'Esta câmera não é compatível',
      body: 'Não conseguimos usar a imagem dela na verificação.',
    },
    camera_low_spec: {
      title: 'Esta câmera não é suficiente',
      body: 'A imagem dela é pequena ou lenta demais. Use outra câmera ou outro aparelho.',
    },
    camera_interrupted: {
      title: 'A câmera foi interrompida',
      body: 'Uma ligação, outro aplicativo ou uma troca de página interrompeu a câmera.',
    },
    webview_no_camera: {
      title: 'Este aplicativo não permite usar a câmera',
      body: 'Abra a página no navegador, por exemplo Safari ou Chrome.',
    },
    unsupported_browser: {
      title: 'Seu navegador é antigo demais',
      body: 'Atualize-o ou continue em outro aparelho.',
    },
    connection_lost: {
      title: 'Sem conexão',
      body: 'Não conseguimos acessar o serviço. Verifique sua conexão e tente novamente.',
    },
    upload_lost: {
      title: 'Não recebemos suas fotos',
      body: 'A conexão caiu. Elas continuam aqui, é só enviar novamente.',
    },
    service_unavailable: {
      title: 'Já voltamos',
      body: 'O serviço não está disponível agora. Tente novamente em um minuto.',
    },
    too_many_requests: {
      title: 'Um pouco mais devagar',
      body: 'Foi rápido demais. Espere um momento e tente novamente.',
    },
    token_expired: {
      title: 'O tempo acabou',
      body: 'Esta verificação ficou aberta por tempo demais. Volte para o site anterior e comece de novo.',
    },
    link_invalid: {
      title: 'Este link não funciona',
      body: 'Está incompleto ou expirou. Volte para o site anterior e abra de novo.',
    },
    other_device_active: {
      title: 'Aberta em outro aparelho',
      body: 'Você já está fazendo a verificação em outro aparelho ou navegador. Continue por lá.',
    },
    attempt_open: {
      title: 'Outra tentativa ainda está aberta',
      body: 'Ela termina automaticamente em até 90 segundos. Espere um momento e tente novamente.',
    },
    attempt_expired: {
      title: 'Demorou um pouco',
      body: 'Cada tentativa tem 90 segundos. Tente novamente com calma; esta não contou.',
    },
    attempt_refused: {
      title: 'Não conseguimos usar as fotos',
      body: 'Algo deu errado na captura. Tente novamente.',
    },
    attempts_exhausted: {
      title: 'Não restam tentativas',
      body: 'Você usou todas as tentativas desta verificação.',
    },
    processing_slow: {
      title: 'Está demorando mais que o normal',
      body: 'Recebemos suas fotos. Tente novamente daqui a pouco.',
    },
    idle: {
      title: 'Você ainda está aí?',
      body: 'Desligamos a câmera enquanto você estava fora.',
    },
    code_expired: {
      title: 'Este código expirou',
      body: 'Os códigos expiram rápido. Escaneie o que aparece agora na outra tela.',
    },
    code_used: {
      title: 'Este código já foi usado',
      body: 'Cada código só funciona uma vez. Se não foi você, encerre a verificação na outra tela.',
    },
    code_unknown: {
      title: 'Não reconhecemos este código',
      body: 'Escaneie de novo o código da sua outra tela.',
    },
    code_needs_page: {
      title: 'Abra você mesmo o link',
      body: 'O código não foi usado. Tente novamente.',
    },
    handoff_wrong_number: {
      title: 'O número não está certo',
      body: 'Para sua segurança, desconectamos este celular. Mostre um novo código na outra tela.',
    },
    handoff_timed_out: {
      title: 'Este celular foi desconectado',
      body: 'Não foi confirmado a tempo. Mostre um novo código na outra tela.',
    },
    handoff_revoked: {
      title: 'A verificação continua em outro lugar',
      body: 'Você está continuando na outra tela. Pode fechar esta página.',
    },
    handoff_not_allowed: {
      title: 'Não é mais possível usar o celular',
      body: 'Continue neste aparelho.',
    },
    internal: {
      title: 'Algo deu errado',
      body: 'A culpa não é sua. Tente novamente.',
    },
  },
  secured: 'Protegido por Standpoint',
  privacy: 'Privacidade',
};
