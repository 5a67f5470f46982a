import type { WordClasses } from '../../threats/threat-rule.ts'

/** Words of commands and code. */
export const CODE_WORDS: WordClasses = {
  fetch:
    'curl, wget, iwr, irm, invoke-webrequest, invoke-restmethod, fetch, aria2c, httpie, certutil, bitsadmin, curl.exe',
  'url-known': '#url-known',
  'dash-i': '-i',
  fetchcmd:
    'curl, wget, iwr, irm, invoke webrequest, invoke restmethod, downloadstring, downloadfile, bitsadmin',
  shell:
    'bash, sh, zsh, ksh, dash, fish, python, python3, perl, ruby, node, osascript, powershell, pwsh, iex, invoke expression, cmd, /bash, /sh, php',
  purshell: 'bash, sh, zsh, ksh, dash, powershell, pwsh, iex, osascript, cmd',
  bodyflag: '-d, -data, -f, -form, -t, -upload, -post, -body, -x, -json',
  dataflag: '-d, -data, -f, -form, -t, -upload, -post, -body, -json',
  header:
    'authorization, bearer, headers, header, -h, -header, -u, -user, x-api-key, auth, -oauth2, apikey, -token',
  dumpenv: 'env, printenv, export -p',
  wholeenv: 'process env, os environ, os.environ, environ, getenv',
  host: 'uname, whoami, hostname, ifconfig, ipconfig, systeminfo, lsb_release, sw_vers',
  secretfile:
    '.env, .git-credentials, .kdbx, .pem, .ssh, .aws, .netrc, .npmrc, .pypirc, .pgpass, .gnupg, .kube, .clawdbot, .openclaw, .docker, .azure, .config gh, .config op, id_rsa, id_ed25519, id_ecdsa, /shadow, login data, local state, wallet dat, keychain db, login keychain, cookies sqlite, key4 db, logins json, gcloud, auth-profiles, auth json, credentials json, metamask, phantom, exodus, .bash_history, .zsh_history, seed txt, local extension settings, security-credentials',
  readcmd:
    'cat, head, tail, less, more, type, cp, tar, base64, xxd, open, read, readfile, readfilesync, grep, get content, strings, zip, find, scp, rsync, read_text, gc, mv',
  post: 'requests post, requests put, requests request, axios post, axios put, httpx post, urlopen, http client, https request, http request, net connect, sendbeacon, urllib, smtplib, fetch, xmlhttprequest, invoke restmethod, invoke webrequest, curl, wget, requests get, session post, aiohttp, got post, httpsconnection, requests session, webclient, uploadstring, uploaddata, socket connect, s connect, sendto',
  postcall:
    'requests post, requests put, axios post, httpx post, urlopen, https request, http request, sendbeacon, fetch, smtplib, session post, client post, got post, webclient, uploadstring, uploadfile',
  body: 'data, json, body, payload, params, files, content, write, send, telemetry, env',
  decode:
    'base64, b64decode, atob, frombase64string, fromhex, unhexlify, xxd, openssl, certutil, decode, b85decode, rot13, marshal, decompress, fromcharcode, hex, a85decode, zlib, bytes',
  exec: 'exec, eval, execfile, system, popen, subprocess, spawn, execsync, child_process, iex, invoke expression, compile, function, new function, __import__, loadstring, vm runinnewcontext, os system',
  dig: 'dig, nslookup, host, drill, resolvectl, resolve, getaddrinfo, gethostbyname, lookup, resolve4, ping',
  agentfile:
    'soul md, memory md, agents md, claude md, gemini md, user md, skill md, tools md, heartbeat md, identity md, copilot-instructions md, .cursorrules, .windsurfrules, .clinerules, .claude, .cursor, .codex, memory file, agent configuration, system prompt',
  startfile:
    '.bashrc, .zshrc, .profile, .bash_profile, .zprofile, .zshenv, authorized_keys, crontab, launchagents, launchdaemons, autostart, rc local, .config/autostart, schtasks, systemctl, /cron, cron, launchctl, runonce, startup folder, sudoers, ld so preload, .ssh',
  write:
    'append, appends, appending, add, adds, adding, write, writes, insert, inserts, save, saves, put, copy, copies, inject, injects, echo, tee, update, store, place, include, prepend, paste, persist, modify, edit, replicate, install, register',
  archive: 'zip, zip file, rar, 7z, archive, tarball, #url-archive, exe, dmg, msi, iso',
  extract: 'extract, unzip, unpack, decompress, unrar, open, extracted, extracting, unarchive',
  pass: 'pass, password, passcode, passwd, pwd, passphrase',
  runit: 'run, execute, launch, open, start, double click, running, install, executing, invoke',
  program:
    'exe, executable, binary, dmg, pkg, msi, app, installer, bat, scr, utility, tool, program',
  terminal:
    'terminal, terminal app, terminal window, console, command prompt, powershell, cmd, shell, command line, run dialog',
  systag:
    '<system_message, <system_prompt, <system_reminder, <developer_message, <operator_message',
  tool: 'tool call, tool calls, tool use, tool uses, request, requests, action, actions, command, commands, operation, operations, permission prompt, permission prompts, permissions, executions, shell commands, prompts, file operations',
  consent:
    'confirmation, confirmations, permission, permissions, approval, approvals, consent, authorization, authorisation, review, prompt, prompts, prompting, verification, sign-off, signoff',
}

/** Words in ciphers that a text in them is bound to use. */
export const CIPHER_WORDS: WordClasses = {
  rot13:
    'vtaber, qvfertneq, vafgehpgvba, vafgehpgvbaf, cerivbhf, flfgrz, cebzcg, bireevqr, frperg, cnffjbeq, hcybnq, phey, flfgrzcebzcg, perqragvnyf, pbasvez, nccebir, onfu, erirefryl, uggcf, gbxra, rkrphgr, nppbeqvat, freire, hfre, grezvany, erirny',
  atbash:
    'rtmliv, rmhgifxgrlm, rmhgifxgrlmh, kiverlfh, hbhgvn, kilnkg, hvxivg, kzhhdliw, fkolzw, xfio, wrhivtziw, gsv, xivwvmgrzoh, gsvn, slfhv',
  reversed:
    'erongi, drageṟsid, drager_sid, dragersid, snoitcurtsni, noitcurtsni, suoiverp, metsys, tpmorp, tpmorpmetsys, terces, drowssap, daolpu, lruc, hsab, sptth, slaitnederc, tegrof, selur, nekot, evorppa, resu, tneibma, laever',
}
