import type { WordClasses } from '../../threats/threat-rule.ts'

/** Words of destruction, reconnaissance and abuse. */
export const HARM_WORDS: WordClasses = {
  readtool: `cat, bat, type, less, more, head, tail, tac, nl, base64, xxd, od, hexdump, strings, awk, sed, cut, gc, get content, open, readfilesync, readfile, read_text, file_get_contents, read, slurp, cp, mv, tar, zip, dd`,
  keyfile: `id_rsa, id_ed25519, id_ecdsa, id_dsa, .netrc, .pgpass, .git-credentials, .gnupg, .kdbx, /shadow, key3 db, key4 db, logins json, wallet dat, .my cnf, .pypirc, secring gpg, application_default_credentials, default credentials, authinfo`,
  destroy: `delete, deletes, deleting, wipe, wiping, erase, erasing, destroy, destroying, purge, shred, nuke, overwrite, remove, removing, annihilate, trash, obliterate`,
  minername: `xmrig, minerd, cpuminer, ethminer, nicehash, coinhive, cryptonight, gminer, nbminer, lolminer, phoenixminer, srbminer, srbminer-multi, teamredminer, bfgminer, cgminer, xmr-stak, kawpow, wildrig, ccminer, claymore`,
  coin: `monero, xmr, bitcoin, ethereum, cryptocurrency, cryptocurrencies, crypto, coins, litecoin, ravencoin, dogecoin`,
  offline: `works offline, runs offline, fully offline, works fully offline, completely offline, happens locally, runs locally, local-only, without network, without internet, without any network, no internet needed, no network requests, no external calls, no telemetry, nothing is sent, no data leaves, stays on your, stay on your, stays local, not connect to, no network requests, makes no network, everything stays, no external services, private by design`,
  readonly: `read-only, read only, readonly, only reads, never writes, never deletes, never changes, never modifies, not modify, not touch, no files are changed, no file is changed, does not change, does not write, does not delete, leaves your files`,
  writer: `f write, file write, writelines, write text, writefile, writefilesync, unlink, unlinksync, rmtree, os remove, f writelines, rmsync, truncate, rm -rf, appendfilesync, os rename, w write`,
  beacons: `requests post, requests get, requests put, axios post, axios put, httpx post, httpx get, urlopen, https request, http request, sendbeacon, fetch, smtplib, session post, client post, got post, webclient, uploadstring, uploadfile, curl, wget`,
}
