import type { Texts } from './texts.ts';

export const pt: Texts = {
  page_title: 'Verificação de identidade',
  test_mode: 'Modo de teste',
  language: 'Idioma',
  cancel: 'Cancelar',
  step_of: 'Passo {n} de {total}',
  offline: 'Você parece estar sem conexão. Esta página continua sozinha quando ela voltar.',
  loading: { title: 'Um momento', body: 'Preparando a sua verificação…' },
  landing: {
    title: 'Continuar neste telefone',
    body: 'Você abriu um link para verificar a sua identidade neste telefone.',
    warning: 'Continue somente se acabou de escanear o código ou abrir o link a partir da sua própria tela.',
    go: 'Continuar',
    not_me: 'Não fui eu',
  },
  confirm: {
    title: 'Esta verificação é sua?',
    body: 'Confira se estes dados estão corretos.',
    who: 'Pedida por',
    what: 'Para',
    device: 'Iniciada em',
    when: 'Iniciada às',
    customer: 'Conta',
    number_label: 'Número na sua outra tela',
    number_hint: 'Dois dígitos. Aparecem onde você escaneou o código.',
    number_missing: 'Digite os dois dígitos.',
    go: 'Continuar',
    not_me: 'Não fui eu',
  },
  pairing: {
    title: 'Aponte este telefone para a outra tela',
    body: 'Lá aparece um código que muda. Lê-lo com a câmera traseira ajuda a mostrar que os dois aparelhos estão com você.',
    stays:
      'A imagem da câmera não sai deste telefone. A verificação também precisa da câmera: permita o uso, por favor.',
    needed: 'A verificação também precisa da câmera.',
    go: 'Abrir a câmera',
    skip: 'Continuar sem isso',
    reading_title: 'Aponte a câmera para o código que muda',
    preview: 'Imagem da câmera traseira',
    looking: 'Procurando o código…',
    seen: 'Achamos. Segure o telefone firme…',
    blind: 'Ela não é necessária nesta etapa: você pode continuar sem o código que muda.',
  },

  consent: {
    title: 'Confirme que é você',
    intro: '{integrator} pede uma verificação rápida do seu rosto. Leva cerca de um minuto.',
    purpose: 'Para que serve: {purpose}',
    points: {
      camera: 'A câmera tira algumas imagens enquanto você segue instruções simples.',
      use: 'Elas servem para ver que você é uma pessoa real e que é mesmo você.',
    },
    text: 'Ao escolher “Concordo”, você permite que {integrator} trate imagens do seu rosto para esta verificação. Você pode parar a qualquer momento.',
    agree: 'Concordo',
    decline: 'Não concordo',
    read: 'Com o que você concorda',
  },
  primer: {
    title: 'Prepare-se para a câmera',
    body: 'O navegador vai perguntar se esta página pode usar a câmera. Escolha “Permitir”.',
    tips: {
      light: 'Procure um lugar com luz no rosto',
      face: 'Tire chapéu e óculos escuros',
      hold: 'Segure o aparelho na altura dos olhos',
    },
    go: 'Abrir a câmera',
    here: 'Usar este aparelho',
    phone: 'Continuar no telefone',
  },
  opening: { title: 'Permita o uso da câmera', body: 'O navegador está perguntando. Escolha “Permitir”.' },
  ready: {
    title: 'Coloque o rosto no oval',
    body: 'Quando quiser, toque no botão e siga as instruções. Leva cerca de 15 segundos.',
    go: 'Começar',
    flash: 'A tela pode piscar em cores fortes. Se luz piscando incomoda você, desligue aqui.',
    options: 'Precisa de outro jeito?',
    no_flash: 'Sem cores piscando',
    no_head_motion: 'Sem mexer a cabeça',
    audio: 'Mais tempo para cada instrução',
    preview: 'Imagem da sua câmera',
  },
  hints: {
    face_not_present: 'Seu rosto não está na imagem',
    multiple_faces: 'Só você deve aparecer na imagem',
    brightness_too_low: 'Está muito escuro. Vire-se para uma luz',
    brightness_too_high: 'Está claro demais. Afaste-se da luz forte',
    back_light: 'A luz está atrás de você. Vire-se para ela',
    face_too_close: 'Afaste-se um pouco',
    face_too_far: 'Chegue um pouco mais perto',
    face_centering: 'Mova o rosto para o meio',
    face_occluded: 'Descubra o rosto, por favor',
    head_tilted: 'Mantenha a cabeça reta e olhe para a frente',
    eyes_closed: 'Abra os olhos, por favor',
    sharpness_too_low: 'A imagem está borrada. Fique parado ou limpe a lente',
    hold_still: 'Fique parado',
    well: 'Assim está bom',
    recognised: 'Reconhecido',
  },
  senses: {
    usual: 'O jeito de sempre',
    speech: 'Ler as instruções em voz alta',
    speech_on: 'As instruções são lidas em voz alta.',
    no_voice: 'Este aparelho não tem voz para este idioma.',
    tones: 'Tocar sons',
    vibration: 'Vibrar',
  },

  capture: {
    title: 'Siga as instruções',
    wait: 'Prepare-se…',
    hold: 'Fique assim',
    steps: {
      front: 'Olhe para a frente',
      turn_left: 'Vire a cabeça para a sua esquerda',
      turn_right: 'Vire a cabeça para a sua direita',
      tilt_left: 'Incline a cabeça para o ombro esquerdo',
      tilt_right: 'Incline a cabeça para o ombro direito',
      smile: 'Sorria, por favor',
      mouth_open: 'Abra um pouco a boca',
      approach: 'Chegue um pouco mais perto',
      recede: 'Afaste-se um pouco',
      other: 'Fique parado e olhe para a câmera',
    },
  },
  uploading: {
    title: 'Enviando as suas imagens',
    body: 'Mantenha esta página aberta.',
    progress: '{percent} enviado',
    slow: 'Sua conexão está lenta. Mantenha esta página aberta; ela continua sozinha.',
    arrived: 'Enviado. Aguardando a resposta …',
  },
  processing: {
    title: 'Verificando',
    body: 'Costuma levar alguns segundos.',
    longer: 'Ainda verificando. Você não precisa fazer nada.',
    slow: 'Está demorando mais que o normal. Suas imagens chegaram bem, é só esperar.',
  },

  retention: {
    frames: {
      one: 'Suas imagens são criptografadas e apagadas depois de {n} dia.',
      many: 'Suas imagens são criptografadas e apagadas depois de {n} de dias.',
      other: 'Suas imagens são criptografadas e apagadas depois de {n} dias.',
    },
    frames_none: 'Suas imagens são criptografadas e apagadas assim que a verificação for decidida.',
    template: {
      one: 'Se você passar, um padrão criptografado do seu rosto fica guardado por {n} dia.',
      many: 'Se você passar, um padrão criptografado do seu rosto fica guardado por {n} de dias.',
      other: 'Se você passar, um padrão criptografado do seu rosto fica guardado por {n} dias.',
    },
    template_none: 'Nenhum padrão do seu rosto é guardado.',
  },
  retry: {
    title: 'Vamos tentar de novo',
    go: 'Tentar de novo',
    left: { one: 'Resta {n} tentativa', many: 'Restam {n} tentativas', other: 'Restam {n} tentativas' },
    reasons: {
      too_dark: 'Estava escuro demais. Vire-se para uma janela ou uma lâmpada.',
      too_bright: 'Havia luz demais. Evite luzes fortes na imagem.',
      blurred: 'As imagens ficaram borradas. Segure firme o aparelho e limpe a lente.',
      no_face: 'Não conseguimos ver o seu rosto. Mantenha-o dentro do oval.',
      several_faces: 'Havia mais de um rosto na imagem. Fique sozinho diante da câmera.',
      face_too_small: 'Você estava longe demais. Chegue um pouco mais perto.',
      face_too_large: 'Você estava perto demais. Afaste-se um pouco.',
      face_cut_off: 'Parte do rosto ficou fora da imagem. Mantenha-o dentro do oval.',
      face_covered: 'Algo cobria o seu rosto. Tire máscara, chapéu e óculos escuros.',
      processing_timeout: 'A verificação demorou demais do nosso lado. A culpa não foi sua.',
      other: 'Desta vez não deu certo. Boa luz e mão firme ajudam.',
    },
  },
  result: {
    approved: { title: 'Tudo pronto', body: 'Obrigado, a sua verificação está completa.' },
    declined: {
      title: 'Não conseguimos confirmar que é você',
      body: 'Fale com {integrator}: lá vão dizer como continuar.',
    },
    review: {
      title: 'Obrigado',
      body: 'Uma pessoa vai analisar a sua verificação. {integrator} vai avisar você.',
    },
    status: {
      title: 'Obrigado, é só isso',
      body: 'As suas imagens chegaram. {integrator} continua a partir daqui.',
    },
    phone: 'Você pode fechar esta página e voltar ao outro aparelho.',
    close: 'Você já pode fechar esta página.',
    back: 'Continuar',
    receipt: 'Número do recibo',
    receipt_hint: 'Informe este número a {integrator} se tiver alguma dúvida.',
    copy: 'Copiar',
    copied: 'Copiado',
    support: 'Falar com {integrator}',
  },
  handoff: {
    title: 'Continue no seu telefone',
    body: 'Abra a câmera do telefone e aponte para este código.',
    qr_label: 'Código QR que abre esta verificação no seu telefone',
    making: 'Criando o código…',
    fresh: 'Um novo código aparece em {time}. Mantenha esta página aberta.',
    use_link: 'Enviar um link em vez disso',
    use_qr: 'Mostrar o código QR em vez disso',
    link_title: 'Abra este link no seu telefone',
    link_body: 'Vale uma vez só. Envie somente para você e mantenha esta página aberta.',
    link_left: 'Este link ainda vale por {time}.',
    link_over: 'Este link expirou.',
    link_again: 'Criar um novo link',
    link_label: 'Link para o seu telefone',
    copy: 'Copiar o link',
    copied: 'Copiado',
    waiting: 'Esperando o seu telefone',
    here: 'Usar este aparelho',
    connected_title: 'Digite este número no telefone',
    connected: 'Seu telefone está conectado: {device}',
    connected_unknown: 'Seu telefone está conectado',
    not_yours: 'Este telefone não é seu? Então não diga o número a ninguém e interrompa aqui.',
    used_twice:
      'Outra pessoa tentou usar o mesmo código. Se você não conhece o telefone conectado, interrompa aqui.',
    number_label: 'O número é {number}',
    capturing_title: 'Continue no telefone',
    capturing: 'A verificação está acontecendo no telefone. Esta página continua sozinha quando terminar.',
    pairing_title: 'Aponte seu telefone para este código',
    pairing:
      'Toque em “Abrir a câmera” no telefone e segure-o de modo que o código inteiro apareça. O código muda o tempo todo.',
    pairing_label:
      'Aqui há um código que muda, para a câmera do seu telefone. Ele muda o tempo todo e só uma câmera consegue lê-lo. No telefone, você pode continuar sem ele.',
    cancel: 'Parar no telefone e usar este aparelho',
    aborted_title: 'O telefone não foi conectado',
    aborted: 'O número estava errado ou demorou demais.',
    aborted_number:
      'O número digitado no telefone estava errado. Se não foi você, outra pessoa abriu o seu código: mostre um novo e não deixe ninguém ver.',
    aborted_time: 'Ninguém digitou o número a tempo.',
    again: 'Mostrar um novo código',
    other_phone: 'Usar outro celular',
  },
  leave: {
    title: 'Quer parar?',
    body: 'A sua verificação não terminou. Se parar agora, terá de começar de novo.',
    stay: 'Continuar a verificação',
    stop: 'Parar',
  },
  ended: {
    expired: {
      title: 'O tempo acabou',
      body: 'Esta verificação não está mais aberta. Volte para {integrator} e comece de novo.',
    },
    canceled: {
      title: 'Verificação encerrada',
      body: 'Nada mais acontece aqui. Você pode começar de novo em {integrator}.',
    },
    failed: {
      title: 'Não deu certo',
      body: 'Não foi possível terminar a verificação. Comece de novo em {integrator}.',
    },
    consent_declined: {
      title: 'Nenhuma imagem foi tirada',
      body: 'Você não concordou, então a câmera ficou desligada. {integrator} pode indicar outros caminhos.',
    },
    denied: {
      title: 'Obrigado por avisar',
      body: 'Nenhuma imagem foi tirada. Se a verificação ainda estava aberta, agora ela está interrompida e foi comunicada. Você pode fechar esta página.',
    },
    denied_on_phone: {
      title: 'Encerrada no telefone',
      body: 'Quem abriu o código disse que esta verificação não é sua, por isso ela foi interrompida e comunicada. Se foi um engano, comece de novo em {integrator}.',
    },
    close: 'Fechar esta página',
    the_site: 'o site de onde você veio',
  },
  ways: {
    camera: 'Tentar de novo',
    phone: 'Continuar no telefone',
    other_device: 'Continuar em outro aparelho',
    reload: 'Tentar de novo',
    upload: 'Enviar de novo',
    new_tab: 'Abrir em nova aba',
    here: 'Usar este aparelho',
    leave: 'Encerrar a verificação',
    browser: 'Abrir no navegador',
    copy: 'Copiar o link',
    copied: 'Copiado. Cole na barra de endereço do navegador.',
    link: 'Link desta verificação',
    camera_choice: 'Câmera',
    camera_n: 'Câmera {n}',
  },

  remedies: {
    chromium_desktop:
      'Clique no símbolo à esquerda do endereço, ative a câmera e tente de novo. Se ela já estiver ativada, permita a câmera para o navegador nas configurações de privacidade do computador.',
    chrome_android:
      'Toque no símbolo à esquerda do endereço, depois em “Permissões”, permita a câmera e tente de novo. Se ela não aparecer, permita a câmera para o navegador nas configurações do telefone, em “Apps”.',
    samsung:
      'Toque no cadeado ao lado do endereço, depois em “Permissões”, permita a câmera e tente de novo. Senão: configurações do telefone → “Aplicativos” → Samsung Internet → “Permissões” → “Câmera”.',
    safari_ios:
      'Toque no símbolo de página ao lado do endereço, depois em “Ajustes do Site” (ou antes nos três pontos), e escolha “Permitir” para a câmera. Depois recarregue a página.',
    other_ios:
      'Abra os Ajustes do iPhone, escolha o seu navegador na lista de apps, ative a câmera e volte a esta página.',
    safari_macos:
      'Na barra de menus escolha Safari → “Ajustes deste Site”, coloque a câmera em “Permitir” e tente de novo.',
    firefox:
      'Clique ou toque na câmera riscada (ou no cadeado) ao lado do endereço, remova o bloqueio e tente de novo.',
    other:
      'Procure um símbolo de câmera ou cadeado ao lado do endereço, permita a câmera ali e tente de novo.',
    busy_phone:
      'Feche outros aplicativos que usem a câmera, como chamadas de vídeo. Se não ajudar, reinicie o telefone.',
    busy_computer:
      'Encerre chamadas de vídeo e feche outras abas e programas que usem a câmera. Se não ajudar, desconecte e conecte a câmera de novo ou reinicie o navegador.',
    light: 'Mais luz pode ajudar: no escuro, as câmeras fazem menos imagens.',
  },
  problems: {
    camera_permission_denied: {
      title: 'A câmera está bloqueada',
      body: 'O seu navegador mantém a câmera desligada nesta página.',
    },
    camera_permission_dismissed: {
      title: 'Ainda precisamos da sua permissão',
      body: 'A pergunta sobre a câmera foi fechada. Tente de novo e escolha “Permitir”.',
    },
    camera_policy_blocked: {
      title: 'Aqui esta página não pode usar a câmera',
      body: 'O site em volta desta página não libera a câmera. Só quem o administra pode mudar isso.',
    },
    camera_insecure_context: {
      title: 'A câmera precisa de uma página segura',
      body: 'Esta página não foi aberta por uma conexão segura, por isso o navegador não liga a câmera.',
    },
    camera_not_found: {
      title: 'Nenhuma câmera encontrada',
      body: 'Conecte uma câmera e tente de novo, ou continue em um telefone.',
    },
    camera_in_use: {
      title: 'A câmera está ocupada',
      body: 'Outro programa ou outra aba está usando a câmera.',
    },
    camera_overconstrained: {
      title: 'Esta câmera não serve',
      body: 'Ela não consegue dar uma imagem que possamos usar.',
    },
    camera_low_spec: {
      title: 'Esta câmera não é suficiente',
      body: 'As imagens dela são pequenas demais ou chegam devagar demais. Outra câmera ou outro aparelho vai se sair melhor.',
    },
    camera_interrupted: {
      title: 'A câmera foi interrompida',
      body: 'Uma ligação, outro aplicativo ou uma troca de página parou a câmera.',
    },
    webview_no_camera: {
      title: 'Este aplicativo não nos deixa usar a câmera',
      body: 'O aplicativo que mostra esta página não libera a câmera. Abra a página no navegador, por exemplo Safari ou Chrome.',
    },
    unsupported_browser: {
      title: 'Seu navegador é antigo demais',
      body: 'Atualize-o ou continue em outro aparelho.',
    },
    connection_lost: {
      title: 'Sem conexão',
      body: 'Não conseguimos alcançar o serviço. Verifique a sua internet e tente de novo.',
    },
    upload_lost: {
      title: 'As suas imagens não chegaram',
      body: 'A conexão caiu. Elas continuam aqui; você pode enviá-las de novo.',
    },
    service_unavailable: {
      title: 'Já voltamos',
      body: 'O serviço não pode responder agora. Tente de novo em um minuto.',
    },
    too_many_requests: {
      title: 'Um pouco mais devagar',
      body: 'Foram tentativas demais. Espere um momento e tente de novo.',
    },
    token_expired: {
      title: 'O tempo acabou',
      body: 'Esta verificação ficou aberta por tempo demais. Volte para onde estava e comece de novo.',
    },
    link_invalid: {
      title: 'Este link não funciona',
      body: 'Está incompleto ou desatualizado. Volte para onde estava e abra-o de novo.',
    },
    other_device_active: {
      title: 'A verificação está aberta em outro lugar',
      body: 'Outro aparelho ou navegador assumiu. Continue por lá.',
    },
    attempt_open: {
      title: 'Outra tentativa ainda está aberta',
      body: 'Ela se fecha sozinha em até um minuto e meio. Espere um momento e tente de novo.',
    },
    attempt_expired: {
      title: 'Demorou um pouco',
      body: 'Cada tentativa tem 90 segundos. Respire e tente de novo; esta não contou.',
    },
    attempt_refused: {
      title: 'As imagens não serviram',
      body: 'Algo deu errado ao tirá-las. Tente de novo.',
    },
    attempts_exhausted: {
      title: 'Não restam tentativas',
      body: 'Todas as tentativas desta verificação foram usadas.',
    },
    processing_slow: {
      title: 'Está demorando mais do que o normal',
      body: 'As suas imagens chegaram bem. Olhe de novo daqui a pouco.',
    },
    idle: { title: 'Você ainda está aí?', body: 'Desligamos a câmera enquanto você estava fora.' },
    code_expired: {
      title: 'Este código expirou',
      body: 'Os códigos duram pouco. Escaneie o que a sua outra tela mostra agora.',
    },
    code_used: {
      title: 'Este código já foi usado',
      body: 'Um código vale uma vez só. Se não foi você, encerre a verificação na outra tela.',
    },
    code_unknown: {
      title: 'Não conhecemos este código',
      body: 'Escaneie de novo o código da sua outra tela.',
    },
    code_needs_page: { title: 'Abra você mesmo o link', body: 'O código não foi usado. Tente de novo.' },
    handoff_wrong_number: {
      title: 'O número não estava certo',
      body: 'Para sua segurança, este telefone foi desconectado. Peça um novo código na outra tela.',
    },
    handoff_timed_out: {
      title: 'Este telefone foi desconectado',
      body: 'Não foi confirmado a tempo. Peça um novo código na outra tela.',
    },
    handoff_revoked: {
      title: 'A verificação continua em outro lugar',
      body: 'Ela foi retomada na outra tela. Você pode fechar esta página.',
    },
    handoff_not_allowed: { title: 'Um telefone não pode mais assumir', body: 'Continue com este aparelho.' },
    internal: { title: 'Algo deu errado', body: 'A culpa não foi sua. Tente de novo.' },
  },
};
