import type { WordClasses } from '../../threats/threat-rule.ts'

/** Verbs and nouns of other languages, one class for each part of an order, all languages together. */
export const LANGUAGE_WORDS: WordClasses = {
  'x-ignore': `ignorier*, missacht*, vergiss, vergesst, vergessen sie, vergesse, ubergeh*, uberschreib*, verwirf, verwerfen, beachte nicht, beachten sie nicht, befolge nicht, hor nicht auf,
    ignore, ignorez, ignorer, oublie, oubliez, oublier, neglige, negligez, ne tenez pas compte, ne tenez plus compte, ne tiens plus compte, n obeis plus, n obeissez plus, ne respectez plus, ne respecte plus, ne tiens pas compte, ne suivez plus, ne suis plus, faites abstraction, fais abstraction, faire abstraction, ecarte, ecartez, contourne, contournez, outrepasse, outrepassez, annule, annulez,
    ignora, ignorar, ignores, ignoren, olvida, olvidate, olvide, olvidar, omite, omita, omitir, descarta, descarte, desestima, no hagas caso, no sigas, no tengas en cuenta, haz caso omiso, hagas caso omiso, pasa por alto, anula, anule, desobedece, deja de seguir,
    esqueca, esquece, esquecer, desconsidere, desconsidera, desrespeite, descarta, nao siga, nao leve em conta, deixe de seguir, anule, despreze,
    ignori, ignorate, ignorare, dimentica, dimenticati, dimentichi, dimenticate, trascura, non seguire, non tenere conto, non considerare, tralascia, scavalca, annulla, disattendi, scorda, scordati,
    игнорир*, забудь, забудьте, забыть, проигнорир*, не следуй*, не обращай*, отбрось*, отмени*, пренебре*, не учитывай*, отринь*, обойди, обойдите`,
  'x-prior': `vorherig*, bisherig*, fruher*, vorangegang*, obig*, vorstehend*, vorig*, alle, alles, samtlich*, jegliche, ursprung*, deine, ihre, system, zuvor, davor, oben, gegeben*, vorausgehend*, vorhergeh*,
    precedent*, anterieur*, toutes, tous, tout, ci dessus, vos, tes, avant, plus haut, initial*, recues, donnees, systeme, prealab*, passees, au dessus,
    anterior*, previa*, previo*, todas, todos, toda, tus, sus, dadas, recibid*, arriba, antes, sistema, original*, iniciales, precedente*,
    suas, seus, acima, receb*, prévi*, dado*, iniciais,
    precedenti, tutte, tutti, tutto, sopra, tue, vostre, anteriori, ricevut*, iniziali, finora, sistema,
    предыдущ*, прежн*, все, всех, вышеуказан*, выше, ранее, прошл*, данн*, полученн*, системн*, свои, исходн*, первоначальн*, предшеств*, любые`,
  'x-orders': `anweisung*, instruktion*, regeln, regel, vorgaben, befehl*, richtlinie*, anordnung*, prompt, systemprompt, auftrag*, weisung*, kontext, vorschrift*, einschrankung*, hinweise, aufgabe*, aufforderung*, sicherheitsregel*, angaben, auftraege, instructions,
    instruction*, consigne*, regles, regle, directives, directive, ordres, contraintes, restrictions, prompt, invite, commandes, contexte, recommandations, indications, avertissements, demandes, dit,
    instruccion*, ordenes, reglas, directrices, indicaciones, restricciones, mensaje, contexto, directriz, lineamiento*, pautas, comandos, normas, directivas, limitaciones, dicho,
    instruc*, ordens, regras, diretriz*, orientac*, restric*, comandos, contexto, limitac*, normas,
    istruzion*, regole, ordini, direttive, indicazioni, linee guida, restrizioni, comandi, contesto, messaggi, limitazioni, vincoli, consegne,
    инструкц*, указани*, правил*, команд*, распоряжени*, ограничени*, директив*, промпт*, контекст*, предписани*, приказ*, сообщени*, настройк*, политик*, требовани*`,
  'x-lapsed': `ungultig, hinfallig, aufgehoben, ausser kraft, nichtig, ausser acht, unbeachtet, beiseite, nulles, caduques, annulees, sans effet, sans objet, sin efecto, anuladas, nulas, derogadas, sin valor, sem efeito, anulados, sem validade, senza effetto, annullate, non valgono, decadute, non sono piu valide, nulle, не действуют, недействительн*, отменен*, утратил*, больше не имеют, аннулирован*, gelten nicht mehr, ne s appliquent plus, ya no aplican, ya no valen, nao valem mais, non valgono piu, quedan anuladas, ne valent plus, больше не применя*`,
  'x-past': `auparavant, precedemment, anteriormente, anterioridad, in precedenza, vorhin, davor, zuvor, oben, vorher, bisher, gegeben, erhalten, precedentes, avant, dessus, recues, anteriores, arriba, antes, previas, acima, sopra, precedenti, finora, выше, ранее, прежде, предыдущие, раньше`,
  'x-hide-not': `nicht, nichts, niemals, nie, kein, keine, keinem, ohne, ne, n, jamais, pas, sans, no, nunca, jamas, sin, tampoco, nao, nunca, sem, jamais, non, mai, senza, не, никогда, без, ни`,
  'x-tell': `sag, sage, sagen, erzahl*, mitteil*, teile, informier*, erwahn*, verrat*, berichte*, zeig, zeige, zeigen, melde, melden, benachrichtig*, verschweig*, verheimlich*,
    dites, dire, informe, informez, informer, mentionne*, parle, parlez, revele*, signale*, previen*, prevenez, montre, montrez, avert*, avise*,
    diga, digas, digan, decir, dile, dirle, informes, informar, menciones, mencione*, mencionar, reveles, revele, revelar, avises, avisar, notifiques, notifique, notificar, cuentes, cuente, muestres, mostrar, comuni*,
    conte, conta, contar, mencion*, avise, avisar, fale, falar, mostre, mostrar, diz, dizer,
    dire, dirlo, informar*, menzion*, rivela*, avvisa*, segnala*, mostra*, comunica*, parlarne, raccont*, notificar*,
    говори*, сообща*, сообщи*, упомина*, рассказыва*, раскрыва*, показыва*, информир*, уведомля*, скажи*, предупрежда*, упомян*`,
  'x-human': `benutzer*, nutzer*, anwender*, entwickler*, besitzer*, kunden, niemand*, ihm, utilisateur*, usager, developpeur*, proprietaire, personne, usuario*, desarrollador*, dueno, nadie, cliente, usuari*, desenvolvedor*, ninguem, dono, utente, utenti, sviluppator*, nessuno, proprietario, пользовател*, разработчик*, владельц*, никому, человек*, юзер*`,
  'x-send': `sende, senden, schick*, lade, hochlad*, ubermittl*, ubertrag*, leite, weiterleit*, poste, verschick*, exfiltrier*, envoie, envoyez, envoyer, transmets, transmettez, transmettre, televerse*, expedie*, transfere*, poste, postez, publie*, exfiltr*,
    envia, envie, enviar, enviale, manda, mande, mandar, sube, suba, subir, transmite, transmita, reenvia, reenvie, publica, carga, remite,
    envie, enviar, transmita, transmitir, encaminhe, poste, carregue, remeta, faca upload,
    invia, inviare, inviate, manda, mandare, spedisci, trasmetti, trasmettere, carica, caricare, inoltra, pubblica,
    отправ*, отошли*, перешли*, загруз*, передай*, передать, выгруз*, пошли, пошлите, вышли*, слей`,
  'x-secret': `.env, .ssh, .aws, #secret-name, geheimnis*, passwort*, passworter, zugangsdaten, schlussel, api schlussel, token, tokens, umgebungsvariable*, anmeldedaten, credentials, api key, api keys, private key,
    secrets, mots de passe, mot de passe, identifiants, cle api, cles api, cle, cles, jetons, jeton, variables d environnement, cles ssh, cle ssh, cle privee,
    contrasena*, claves, clave, credenciales, secretos, variables de entorno, llaves, clave privada, claves api, clave api, fichas,
    senha*, chaves, chave, credenciais, segredos, variaveis de ambiente, chave privada, chaves de api,
    password, chiavi, chiave, credenziali, segreti, variabili d ambiente, variabili di ambiente, chiave privata, chiavi api,
    парол*, ключ*, токен*, секрет*, учетн*, переменн*, учётн*`,
  'x-persona': `du bist jetzt, du bist ab jetzt, du bist nun, sie sind jetzt, tu so, gib dich, spiele die rolle, agiere als, verhalte dich, handle als, ab sofort bist du, von nun an bist du, tu es maintenant, vous etes maintenant, fais semblant, faites semblant, agis comme, agissez comme, joue le role, comporte toi, tu es desormais, vous etes desormais,
    ahora eres, actua como, actue como, finge, finge ser, finja, hazte pasar, eres ahora, comportate como, a partir de ahora eres, simula ser,
    agora voce e, voce e agora, voce agora e, aja como, finja, finja ser, atue como, comporte se, a partir de agora voce,
    ora sei, adesso sei, sei ora, sei adesso, agisci come, fingi, fai finta, comportati, d ora in poi sei, da ora sei,
    теперь ты, ты теперь, вы теперь, притворись, притворитесь, действуй как, представь себя, веди себя, отныне ты, с этого момента ты, играй роль, ты больше не`,
  'x-unbound': `uneingeschrankt*, unzensiert*, ohne einschrankung*, ohne regeln, ohne filter, ohne grenzen, ohne richtlinien, ohne beschrankung*, ohne jede einschrankung*, ohne jede beschrankung*, ohne jegliche,
    sans restriction*, sans limites, sans limite, sans filtre*, sans censure, sans regles, sans aucune restriction*, sans aucune limite,
    sin restricciones, sin limites, sin filtro*, sin censura, sin reglas, sin ninguna restriccion, irrestricto,
    sem restric*, sem limites, sem filtros, sem censura, sem regras, sem nenhuma restric*, irrestrito,
    senza restrizioni, senza limiti, senza filtri, senza censura, senza regole, senza alcuna restrizione,
    без ограничени*, без фильтр*, без цензур*, без правил, без запрет*, неограниченн*, без каких либо ограничени*`,
  'x-approve': `genehmige, genehmigen, bestatige, bestatigen, akzeptiere, erlaube, zustimmen, stimme, approuve, approuvez, approuver, accepte, acceptez, autorise, autorisez, valide, validez, aprueba, apruebe, acepta, acepte, autoriza, autorice, confirma, aprove, aprovar, aceite, autorize, confirme, approva, approvare, accetta, accettare, autorizza, conferma, одобр*, подтвержда*, разреша*, принима*, соглаша*, утвержд*`,
  'x-all': `alle, jede, jeden, jedes, jeder, samtliche, immer, tous, toutes, toute, tout, chaque, toujours, todos, todas, toda, todo, cada, siempre, sempre, qualquer, ogni, tutte, tutti, qualsiasi, все, всё, всегда, каждый, каждое, каждую, любые, любой`,
  'x-request': `anfrage*, aktion*, befehl*, werkzeug*, tool, tools, anforderung*, genehmigung*, bestatigung*, nachfrage, erlaubnis, rückfrage, ruckfrage, zustimmung, requete*, demande*, action*, commande*, outil*, confirmation, autorisation, permission, approbation, solicitud*, peticion*, accion*, comando*, herramienta*, orden, ordenes, confirmacion, permiso, aprobacion, autorizacion, pedido*, solicitac*, acoes, acao, ferramenta*, confirmacao, permissao, aprovacao, autorizacao, richiest*, azion*, comand*, strument*, conferma, permesso, approvazione, autorizzazione, запрос*, действи*, команд*, инструмент*, подтвержден*, разрешен*, одобрени*, спрашива*, согласи*`,
  'x-ask': `fragen, frage, nachfragen, ruckfrage, bitten, demander, demande, demandez, preguntar, preguntes, pregunte, pedir, pidas, solicitar, perguntar, pergunte, peca, pedir, chiedere, chieda, domandare, richiedere, спрашива*, запрашива*, спроса, подтверждени*, разрешени*, согласия`,

  'x-consent': `bestatigung*, genehmigung*, freigabe*, zustimmung, ruckfrage*, confirmation, approbation, autorisation, confirmacion, aprobacion, permiso, confirmacao, aprovacao, permissao, conferma, approvazione, autorizzazione, подтвержд*, одобр*, разреш*, согласи*`,
  'x-skip': `uberspring*, umgeh*, ignorier*, saute, sautez, contourne, contournez, ignore, ignorez, ignora, omite, omita, salta, saltate, pule, salte, pula, saltare, aggira, пропус*, обойд*, игнорир*`,
  'x-fromnow': `ab jetzt, ab sofort, von nun an, desormais, a partir de maintenant, a partir de ahora, desde ahora, a partir de agora, de agora em diante, d ora in poi, da ora, da adesso, отныне, теперь, с этого момента, с этой минуты`,
  'x-show': `gib, zeig*, nenne, drucke, wiederhole, verrat*, affiche, affichez, montre, montrez, revele, revelez, repete, repetez, imprime, imprimez, recopie, muestra, muestrame, revela, repite, imprima, mostre, exiba, revele, repita, mostra, mostrami, rivela, stampa, ripeti, покажи*, выведи*, раскрой*, повтори*, напечата*`,
  'x-systemtext': `systemprompt*, system prompt, systemanweisung*, systemnachricht*, prompt systeme, prompt du systeme, instructions systeme, instructions initiales, prompt del sistema, instrucciones del sistema, instrucciones iniciales, prompt do sistema, instrucoes do sistema, prompt di sistema, istruzioni di sistema, istruzioni iniziali, системн* промпт*, системный промпт, системную инструкцию, системные инструкции, системное сообщение`,
  'x-remember': `merke, merken, merk, speicher*, souviens, retiens, memorise, memorisez, recuerda, memoriza, lembre, lembra, memorize, ricorda, memorizza, запомни*, сохрани*`,
  'x-granted': `genehmigt, erlaubt, vertrauenswurdig, autorisiert, approuve, autorise, confiance, aprobado, autorizado, confianza, aprovado, confianca, approvato, autorizzato, fiducia, одобрен*, разрешен*, доверен*, одобрил*, разрешил*, aprobo, aprovou, approuvee`,
  'x-owner': `proprietaire, administrateur, mainteneur, dueno, duena, propietario, administrador, proprietario, administratore, amministratore, besitzer*, inhaber*, administrator*, владел*, администратор*`,
  'zh-ignore':
    '忽略, 无视, 忽视, 忘记, 忘掉, 忘了, 不要遵守, 不要理会, 不要遵循, 不用管, 不必理会, 无需理会, 抛弃, 丢弃, 覆盖, 绕过, 跳过, 不再遵守, 不再遵循, 别管, 不要管, 撇开, 废除, 作废, 取消, 忽略掉, 拋開, 忽視, 無視, 忘記, 不要遵守, 繞過, 略过, 放弃, 不理会',
  'zh-prior':
    '之前, 以前, 以上, 上述, 先前, 前面, 所有, 全部, 一切, 此前, 原有, 原来, 原先, 早先, 系统, 系統, 既有, 现有, 开发者, 你的, 您的, 上面, 安全, 任何, 已有, 前述',
  'zh-orders':
    '指令, 指示, 提示, 提示词, 规则, 規則, 命令, 说明, 要求, 约束, 限制, 设定, 设置, 内容, 规定, 规范, 准则, 政策, 上下文, 说过的, 所说, 安排, 約束, 設定, 條件, 条件, 防护, 对话, 規範',
  'zh-donot':
    '不要, 别, 不得, 不能, 不可, 切勿, 勿, 请勿, 禁止, 无需, 不必, 绝不, 不许, 千万别, 不應, 不应, 不准, 無需',
  'zh-secretly': '保密, 隐瞒, 守口如瓶, 隐藏, 隱瞞, 保守秘密',
  'zh-tell':
    '告诉, 告知, 通知, 提及, 提到, 透露, 说明, 汇报, 报告, 泄露给, 显示给, 让, 告訴, 透漏, 提醒, 解释, 展示, 提起, 告诉给, 公开',
  'zh-human':
    '用户, 使用者, 用戶, 开发者, 主人, 人类, 任何人, 他人, 对方, 所有者, 客户, 管理员, 开发人员, 審核, 审核, 审查人员, 维护者',
  'zh-send':
    '发送, 上传, 传送, 发到, 发给, 提交, 转发, 寄到, 泄露, 外传, 传到, 推送, 傳送, 上傳, 發送, 轉發, 传输, 同步到, 回传, 外发, 写入',
  'zh-secret':
    '密钥, 密码, 凭证, 凭据, 令牌, 口令, 私钥, 环境变量, 账号, 帐号, 机密, 密鑰, 憑證, 密碼, 金鑰, .env, 对话记录, 聊天记录, 会话记录, 助记词, cookie, api_key, api key, token, id_rsa, 对话内容',
  'zh-persona':
    '你现在是, 从现在起你是, 你是一个不受, 扮演, 假装, 你现在扮演, 你將扮演, 你現在是, 假裝, 从现在开始你是, 你不再是, 充当, 模拟, 自称, 现在起你就是',
  'zh-unbound':
    '没有任何限制, 不受任何限制, 无限制, 不受限制, 不受约束, 没有限制, 没有约束, 无审查, 不受任何约束, 没有任何约束, 沒有限制, 不受限制, 无任何限制, 不受规则, 没有道德, 没有规则, 无视道德, 不设限',
  'zh-approve': '批准, 同意, 允许, 通过, 确认, 放行, 授权, 核准, 許可, 接受',
  'zh-all': '所有, 全部, 任何, 一切, 每个, 每次, 总是, 始终, 一律, 自动, 每一个, 永远',
  'zh-request':
    '请求, 操作, 命令, 工具调用, 工具, 调用, 申请, 请求的, 动作, 权限, 審批, 审批, 提示',
  'zh-noask':
    '无需确认, 不要询问, 无需询问, 不要确认, 无需用户确认, 不必询问, 不需要确认, 不用确认, 跳过确认, 跳过审批, 绕过审批, 跳过批准, 不用问, 无需征求, 不要征求, 不必请示, 无需批准, 不经确认, 免确认',
  'zh-lapsed':
    '作废, 失效, 无效, 不再有效, 不再适用, 废止, 已取消, 不算数, 無效, 作廢, 不作数, 撤销',
  'ja-lapsed': '無効, 廃止, 取り消, 失効, 撤回, 適用されな',
  'ko-lapsed': '무효, 효력, 취소, 폐기, 적용되지',
  'zh-only':
    '只执行, 仅执行, 只按照, 只听, 只遵循, 只服从, 仅遵循, 以本文件为准, 只以, 只看, 只认, 仅以, 只遵守',

  'ja-ignore':
    '無視, 忘れ, 従わない, 従わず, 破棄, 上書き, 度外視, 放棄, 取り消し, 気にせず, 無効に, 気にしない, スキップ, 従う必要は, 守らなく',
  'ja-prior':
    '以前, これまで, 前の, 上記, 先ほど, すべて, 全て, 今まで, 元の, 従来, システム, いままで, 直前, あらゆる, 既存, 上の, それまで, 開発者',
  'ja-orders':
    '指示, 命令, ルール, プロンプト, 規則, 制約, ガイドライン, 設定, インストラクション, 指令, 制限, 方針, コンテキスト, 内容, 注意事項, 手順',
  'ja-human':
    'ユーザー, ユーザ, 利用者, 使用者, 人間, 開発者, 所有者, 誰, 担当者, 管理者, レビュアー, オーナー, 持ち主',
  'ja-tell-not':
    '伝えない, 伝えては, 知らせない, 言わない, 言及しない, 報告しない, 教えない, 明かさない, 通知しない, 気づかれない, 知られない, 話さない, 触れない, 伝えず, 知らせず, 教えず, 内緒, 秘密, 隠し, 表示しない, 悟られ, 告げず, 黙って, 見せない, 気付かれ, 言わず, 報告せず, 漏らさない',
  'ja-send': '送信, アップロード, 転送, 送って, 送り, 投稿, 漏洩, 送れ, 送る, ポスト, 流出, 提出',
  'ja-secret':
    'パスワード, 秘密鍵, 認証情報, トークン, 環境変数, 資格情報, 機密, キー, .env, シークレット, 会話履歴, 鍵, 会話, クレデンシャル',
  'ja-persona':
    'あなたは今, あなたはこれから, ふりをし, なりすま, 演じ, あなたは今から, 振る舞, になりきっ, として行動, 装っ',
  'ja-unbound':
    '制限のない, 制限なし, 制約のない, 制限がない, 無制限, 検閲なし, 制限を受けない, 制約なし, ルールのない, 制限なく, 制約を受けない, 何の制限も',
  'ja-approve': '承認, 許可, 同意, 確認',
  'ja-all': 'すべて, 全て, 常に, 必ず, あらゆる, いつも, どんな, 自動, 毎回',
  'ja-request': '要求, リクエスト, ツール呼び出し, ツール, コマンド, 操作, 実行, 呼び出し, 申請',
  'ja-noask':
    '確認なし, 確認せず, 確認を求めず, 許可なく, 承認なし, 確認不要, 尋ねず, 許可を求めず, 確認を省略, 承認を省略, 承認を求めず, 聞かずに, 確認をスキップ, 承認をスキップ, 確認を取らず',

  'ko-ignore':
    '무시, 잊어, 잊고, 따르지, 무시하고, 폐기, 건너뛰, 덮어쓰, 버리고, 신경 쓰지, 취소, 개의치, 우회, 버려',
  'ko-prior':
    '이전, 앞의, 위의, 모든, 기존, 지금까지, 이제까지, 시스템, 앞서, 원래, 먼저, 상기, 개발자, 너의, 당신의, 전부, 지난',
  'ko-orders':
    '지시, 명령, 규칙, 프롬프트, 지침, 안내, 제한, 설정, 가이드라인, 제약, 내용, 맥락, 정책, 수칙',
  'ko-human': '사용자, 유저, 개발자, 소유자, 사람, 누구, 관리자, 검토자, 주인, 담당자, 고객',
  'ko-tell-not':
    '알리지, 말하지, 알려주지, 언급하지, 보고하지, 밝히지, 공개하지, 알려서는, 모르게, 몰래, 비밀, 숨기, 보여주지, 드러내지, 통보하지, 알려선, 들키지, 눈치채지, 말해서는, 전하지, 설명하지',
  'ko-send': '전송, 보내, 업로드, 전달, 올려, 유출, 게시, 송신, 발송, 제출, 넘겨',
  'ko-secret':
    '비밀번호, 암호, 자격 증명, 자격증명, api 키, 토큰, 환경 변수, 환경변수, 개인 키, 개인키, 비밀 키, 비밀키, .env, 인증 정보, 인증정보, 대화 기록, 대화 내용, 비밀, 키를, 대화를, 쿠키, ssh 키',
  'ko-persona':
    '너는 이제, 당신은 이제, 인 척, 척하, 역할을, 행세, 연기해, 지금부터 너는, 지금부터 당신은, 행동해, 이제부터 너는, 이제부터 당신은',
  'ko-unbound':
    '제한 없는, 제한이 없는, 제약 없는, 무제한, 제한 없이, 제약이 없는, 검열 없는, 규칙 없는, 제약 없이, 규칙이 없는, 아무런 제한, 아무 제한, 어떤 제한도',
  'ko-approve': '승인, 허용, 동의, 허가, 수락',
  'ko-all': '모든, 항상, 언제나, 무조건, 전부, 자동으로, 어떤, 매번, 자동, 다',
  'ko-request': '요청, 명령, 도구, 작업, 호출, 실행, 동작, 권한',
  'ko-noask':
    '확인 없이, 묻지 말고, 허락 없이, 승인 없이, 확인을 구하지, 확인하지 말고, 묻지 않고, 확인 절차를, 승인 절차를, 허가 없이, 동의 없이, 물어보지',
}
