import { describe, expect, it } from 'vitest'
import { addressesOf, capabilitiesOf } from './capabilities.ts'

const each = (lines: string): readonly string[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

describe('capabilitiesOf', () => {
  it.each(
    each(`
    curl -s example.org
    wget -q x
    fetch('x')
    axios.get('x')
    urllib.request
    requests.post(x)
    new XMLHttpRequest()
    new WebSocket(x)
    Invoke-WebRequest x
    Invoke-RestMethod x
    iwr x
    nc 10.0.0.1 9
    telnet host
    ssh host
    scp a host:b
    rsync -a x y
    nslookup x
    a webhook of ours
    Uploads the log.
    We downloaded it.
    exfiltrate it
    Post it there.
    Send the log on.
    Forwarded as it is.
    E-mail them daily.
    see https://x.example
    see http://x.example
    ws://x.example
    upload x
    download x
    exfiltrating it
    Email them.
    hochladen
    herunterladen
    hochzuladen
    ftp://x
    上传日志
    下载模型
    送信する
    업로드
    Das Log senden
    envoyer le journal
    enviar el registro
    inviare il registro
    отправить
    `),
  )('knows that it reaches the network: %s', (text) => {
    expect(capabilitiesOf(text)).toContain('network')
  })

  it.each(
    each(`
    bash x
    sudo x
    eval "$x"
    exec(code)
    spawnSync(x)
    subprocess.run(x)
    require('child_process')
    os.system(x)
    popen(x)
    pwsh x
    iex x
    osascript x
    npx x
    uvx x
    pip install x
    python3 x
    python x
    pip list
    apt update
    execSync(x)
    launch x
    install x
    Installs it.
    cat x |sh
    node x
    chmod +x a
    docker run x
    npm test
    Run the tests.
    It launches.
    Installed once.
    sh -c x
    cat x | sh
    $ ls
    执行脚本
    実行する
    실행
    ausführen
    exécuter
    ejecutar
    executar
    eseguire
    выполнить
    `),
  )('knows that it runs something: %s', (text) => {
    expect(capabilitiesOf(text)).toContain('exec')
  })

  it.each(
    each(`
    cat .env
    .env
    one credential
    a password
    a passphrase
    an apikey
    an API key
    a privatekey
    an accesskey
    an access key
    access keys
    a cookie
    read ~/.npmrc
    ~/.ssh/config
    id_rsa
    id_ed25519
    the secret
    credentials of the host
    Passwords
    a token
    API keys
    api_key
    private key
    keychain
    session cookies
    seed phrase
    process.env
    os.environ
    printenv
    MY_API_KEY
    STRIPE_SECRET
    密钥
    パスワード
    비밀
    Passwort
    mot de passe
    contraseña
    senha
    пароль
    `),
  )('knows that it touches secrets: %s', (text) => {
    expect(capabilitiesOf(text)).toContain('secrets')
  })

  it.each(
    each(`
    echo a > b
    echo a >b
    > b
    appendFileSync(x)
    write x
    overwriting it
    delete x
    remove x
    replace x
    save x
    store x
    persists it
    settings.json
    echo a >> ~/b
    tee x
    rm -rf x
    mv a b
    dd if=x
    sed -i s/a/b/ c
    writeFileSync(x)
    appendFile(x)
    crontab -e
    launchctl load x
    systemctl enable x
    git push
    git config x
    Writes a file.
    Append it.
    Overwrite them.
    Deleted at once.
    removes it
    replaces it
    modifies it
    Saved for later.
    stores it
    persist it
    drop table x
    ~/.bashrc
    settings.local.json
    写入文件
    削除
    삭제
    löschen
    supprimer
    borrar
    apagar
    cancellare
    удалить
    `),
  )('knows that it writes: %s', (text) => {
    expect(capabilitiesOf(text)).toContain('writes')
  })

  it.each(
    each(`
    The weather is fine.
    Keep functions short.
    a => b
    x <= y and y >= z
    if (a -> b)
    Environment of the team
    a shell
    It costs 5 $ a day.
    12 + 34
    reposts
    overall
    `),
  )('sees nothing in %s', (text) => {
    expect(capabilitiesOf(text)).toEqual([])
  })

  it('names them in one order', () => {
    const text = 'rm -rf x; bash y; curl z; cat .env'
    expect(capabilitiesOf(text)).toEqual(['secrets', 'network', 'exec', 'writes'])
  })
})

describe('addressesOf', () => {
  it.each<readonly [string, readonly string[]]>([
    ['see https://X.Example:8080/a?b#c.', ['x.example']],
    ['hxxp://a.example', ['a.example']],
    ['ssh://git@h.example/x', ['h.example']],
    ['https://good.example@evil.example/x', ['evil.example']],
    ['https:\\\\evil.example\\x', ['evil.example']],
    ['https:///evil.example', ['evil.example']],
    ['git@host.example:a/b.git', ['host.example']],
    ['docs.example.org/page and x.co:', ['docs.example.org']],
    ['at 10.1.2.3 now', ['10.1.2.3']],
    ['mail audit+x@Example.net.', ['example.net']],
    ['http://[::1]:80/', ['[::1']],
    ['[a](javascript:alert(1)) [b](data:text/html,x)', ['javascript:', 'data:']],
    ['vscode:extension/x cursor:x', ['vscode:', 'cursor:']],
    ['wss://w.example, ftp://f.example', ['w.example', 'f.example']],
    ['version 1.2.3 of a.b and e.g. this', []],
    ['nothing: here', []],
    ['ws://w.example/x', ['w.example']],
    ['from 10.11.12.13 on', ['10.11.12.13']],
    ['FILE:/// then', ['file:']],
    ['FILE:///, then', ['file:']],
  ])('finds whom %j names', (text, hosts) => {
    expect(addressesOf(text).map(({ host }) => host)).toEqual(hosts)
  })

  it.each([
    ['deploy.bot@build-1:srv/www'],
    ['audit.log+x@mail.example.co.uk'],
    ['docs.api.example.org'],
    ['https://x.example/a?b=c#d'],
  ])('takes the whole of %s', (address) => {
    expect(addressesOf(`see ${address}/x now`)[0]?.text).toMatch(address)
  })
})
