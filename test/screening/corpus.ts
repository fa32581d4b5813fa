// Labelled answers, including known errors of the rules. Sensitive values are invented; tokens are assembled at run
// time, so that secret scanners do not report this file.
import type { SensitiveKind } from '../../src/applications/screening/rules'

export interface Labelled {
  readonly kind: SensitiveKind | null
  readonly text: string
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
let state = 20_240_517

/** Random characters, the same in every run. */
function chars(length: number, alphabet = base62): string {
  let made = ''
  for (let index = 0; index < length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    made += alphabet[(state >>> 8) % alphabet.length] ?? ''
  }
  return made
}

const hex = '0123456789abcdef'
const warning =
  '_|WARNING:-DO-NOT-SHARE-THIS.--Sharing-this-will-allow-someone-to-log-in-as-you-and-to-steal-your-ROBUX-and-items.|_'

const emails = [
  'You can reach me at thomas.miller@gmail.com if I am offline.',
  'My mail is sgt_viper99@hotmail.com',
  'contact: kai+raf@proton.me, I answer within a day',
  'Email:captain.lee@outlook.co.uk',
  'I am (anna@example.org) and I want to be cabin crew.',
  'Write me: Wolf-Dieter@gmx.de.',
  'Meine Mailadresse ist lukas_bauer@web.de, falls ihr Fragen habt.',
  'Schreibt mir an leonie.k at t-online dot de',
  'Mon adresse est julie.martin@orange.fr merci',
  'écrivez à paul [at] laposte [point] net',
  'mi correo es carlos.ruiz@yahoo.es y juego por las tardes',
  'mi correo: pepe arroba gmail punto com',
  'meu e-mail é joao_silva@uol.com.br, pode mandar mensagem',
  'meu email é mariana arroba hotmail ponto com',
  'Mój mail to kowalski.jan@wp.pl',
  'mail: ania małpa onet kropka pl',
  'mailim: mehmet.yilmaz@mynet.com.tr',
  'eposta adresim ayse (at) gmail (nokta) com',
  'моя почта ivan.petrov@yandex.ru пишите туда',
  'почта: sergey собака mail точка ru',
  'メールはtaro.yamada@example.jpです',
  'メールアドレス：ｈａｎａｋｏ＠ｇｍａｉｌ．ｃｏｍ',
  '제 메일은 minsu.kim@naver.com입니다',
  '이메일 jiwoo 골뱅이 naver 점 com',
  '我的邮箱是12345678@qq.com，请联系我',
  '邮箱：xiaoming@163.com',
  'بريدي الإلكتروني هو ahmed.ali@gmail.com وشكرا',
  'name at gmail dot com',
  'john [at] mail [dot] com',
  'john(at)mail(dot)com',
  'john_doe AT yahoo DOT co DOT uk',
  'reach me on n\u200ba\u200bm\u200be@gm\u200bail.com',
  'trooper501 @ gmail . com',
  'trooper501@gmail (dot) com',
  'delta.six@icloud,com',
  'mail me jake.west99 at gmail',
  'my gmail is jakewest99',
  'moc.liamg@tsewekaj (read it backwards)',
  'jake west the g mail one, no space, then com',
  'иван@почта.рф',
  'Send the transcript to first.last@sub.department.airline.aero please',
  'skype live:x and mail <x.y@z.io>',
  'mailto:hr@velvetcafe.coffee',
]

const phones = [
  'Call me at 555-123-4567 after school.',
  'My number is (212) 555-0142.',
  'text 212.555.0187 when you need me',
  'phone: 1-800-555-0199',
  'whatsapp +1 202 555 0156',
  '+12025550143 is my cell',
  'ring me 07700 900123',
  'my mobile number is 07911123456',
  'UK: +44 7911 123456',
  '020 7946 0958 is the house phone',
  'call (020) 7946 0018',
  'Meine Handynummer ist 0151 23456789',
  'ruf mich an: 0171/3920012',
  'Tel. 030 23125 123',
  '+49 (0)151 234 567 89',
  '0049 151 23456789',
  'Mon numéro : 06 39 98 12 34',
  'appelle-moi au 0639981234',
  'tél 01.99.00.12.34',
  '+33 6 39 98 12 34',
  'mi teléfono es 612 345 678',
  'llámame al 612345678',
  'mi cel +52 55 1234 5678',
  'WhatsApp +34 612 34 56 78',
  'meu zap é (11) 98765-4321',
  'liga para 11 98765 4321',
  'telemóvel 912 345 678',
  'mój numer telefonu: 600 123 456',
  'zadzwoń 600-123-456',
  '+48 600 123 456',
  'cep numaram 0532 123 45 67',
  'beni ara 05321234567',
  '0 (532) 123 45 67',
  'мой телефон 8 (916) 123-45-67',
  'звоните +7 916 123 45 67',
  'номер: 89161234567',
  '電話番号は090-1234-5678です',
  '携帯 ０８０１２３４５６７８',
  '전화번호는 010-1234-5678 이에요',
  '연락처 01012345678',
  '我的手机号是13812345678',
  '电话 138 1234 5678',
  'رقم جوالي ٠٥٠١٢٣٤٥٦٧',
  'هاتفي +966 50 123 4567',
  'واتساب 0100 123 4567',
  '0 7 9 1 1 1 2 3 4 5 6 text me',
  '0-7-9-1-1-1-2-3-4-5-6 is my phone',
  'reach me on 0\u200b7\u200b9\u200b1\u200b1\u200b123456',
  'my number: 0️⃣7️⃣9️⃣1️⃣1️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣',
  'cell five five five one two three four five six seven',
  'mobile: zero seven nine double one, 123456',
  'call 555-0142, ask for Jake',
  '600 123 456 to mój telefon',
  '0491 570 006 is my Aussie number',
  'id 2025551234 is not my phone, 2125550147 is my phone',
  '15.03.2024 call 0151 23456789',
]

const cards = [
  'My card is 4111 1111 1111 1111',
  'card: 4111-1111-1111-1111 exp 12/29',
  '5555555555554444 is the mastercard',
  'amex 3782 822463 10005',
  '378282246310005',
  '6011 1111 1111 1117 thats my discover',
  'Kreditkarte 4012 8888 8888 1881',
  'ma carte 5105 1051 0510 5100 code 123',
  'mi tarjeta es 4222 2222 2222 2220',
  'cartão 2223 0031 2200 3222',
  'karta 5200.8282.8282.8210',
  'kart numaram 4000056655665556',
  'карта 4242 4242 4242 4242',
  'カード番号 ３５３０　１１１３　３３３０　００００',
  '카드 3566-0020-2036-0505',
  '卡号 6200 0000 0000 0005',
  'بطاقتي 4000 0000 0000 0002',
  '3056 930902 5904 diners',
  '4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2',
  '4242_4242_4242_4242',
  'pay with 42424242\u200b42424242',
  '4242 4242\n4242 4242',
  'first half 4242 4242, second half 4242 4242',
]

const secrets = [
  `my token ghp_${chars(36)}`,
  `github_pat_${chars(22)}_${chars(59)}`,
  `AKIA${chars(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')} aws`,
  `maps key AIza${chars(35)}`,
  `use sk_live_${chars(24)} for donations`,
  `rk_live_${chars(24)}`,
  `xoxb-${chars(12, '0123456789')}-${chars(12, '0123456789')}-${chars(24)}`,
  `bot token: M${chars(23)}.${chars(6)}.${chars(38)}`,
  `here is our webhook https://discord.com/api/webhooks/${chars(18, '123456789')}/${chars(68)}`,
  `https://canary.discordapp.com/api/v10/webhooks/${chars(19, '123456789')}/${chars(68)}`,
  `eyJ${chars(33)}.eyJ${chars(60)}.${chars(43)}`,
  '-----BEGIN RSA PRIVATE ' + 'KEY-----\nMIIEpAIBAAKCAQEA',
  '-----BEGIN PRIVATE ' + 'KEY-----',
  '-----BEGIN OPENSSH PRIVATE ' + 'KEY-----',
  `cmk_${chars(12)}_${chars(49)}`,
  `npm_${chars(36)}`,
  `sk-proj-${chars(48)}`,
  `sk-${chars(48)}`,
  `glpat-${chars(20)}`,
  `open cloud key ${chars(48)}ZXlKaGJHY2lPaUpTVXpJMU5pSXNJ${chars(120)}`,
  `the open cloud api key is ${chars(32)}+/${chars(14)}==`,
  'Password: hunter2!',
  'my password is Falcon2009',
  'pw=Tr0ub4dor&3',
  'mein Passwort ist Adler!2010',
  'Passwort: geheim123',
  'mot de passe : soleil2011',
  'mi contraseña es dragon_99',
  'senha: flamengo10',
  'moje hasło to kotek123',
  'şifrem: galata1905',
  'пароль: zxcvbn123',
  'パスワードはsakura2012です',
  '비밀번호: pokemon77',
  '密码：woaini520',
  'كلمة المرور: ahmed2008',
  'password: swordfish',
  `my session token = ${chars(32, hex)}`,
  `https://admin:S3cret99@panel.example.com/login`,
  `hf_${chars(34, base62.slice(10))}`,
  `telegram bot 7${chars(9, '0123456789')}:AA${chars(33)}`,
  `SG.${chars(22)}.${chars(43)}`,
]

const cookies = [
  `${warning}${chars(400, hex.toUpperCase())}`,
  `my cookie is ${warning}CAEaAhAB.${chars(300, hex.toUpperCase())}`,
  `.ROBLOSECURITY=${warning}${chars(60)}`,
  '_|WARNING:-DO-NOT-SHARE-THIS.--Sharing-this-will-allow',
  '_|warning:-do-not-share-this.--sharing-this',
  '_ | WARNING: - DO - NOT - SHARE - THIS . -- Sharing',
  `.ROBLOSECURITY: ${chars(80, hex.toUpperCase())}`,
  `ROBLOSECURITY "${chars(120)}"`,
  `cookie ${chars(320, hex.toUpperCase())}`,
  `_|WARN\u200bING:-DO-NOT-SHARE-THIS`,
]

const addresses = [
  'my ip is 203.0.113.42',
  'I was banned, address 198.51.100.23.',
  'server at 86.59.21.38 port 25565',
  'Meine IP: 91.198.174.192',
  'mon ip est 81.2.69.142',
  'mi IP es 190.12.33.4:8080',
  'мой айпи 95.31.18.119',
  'IPは133.242.0.3です',
  '아이피 211.45.27.198',
  '我的IP是114.114.114.114',
  'عنواني 41.33.12.9',
  'moje ip: 83.12.4.99, mam stałe',
  'ipv6 2001:db8:85a3::8a2e:370:7334',
  'it shows 2001:0db8:85a3:0000:0000:8a2e:0370:7334',
  '::ffff:192.0.2.128',
  '[2001:db8::1]:443',
  '203[.]0[.]113[.]9',
  '203 dot 0 dot 113 dot 77',
  '203.0.113\u200b.55',
  '２０３．０．１１３．８',
  'http://198.51.100.7/login',
  'connect to 198.51.100.7/24',
  '203 0 113 42 that is my ip',
  '203,0,113,42',
]

function labelled(kind: SensitiveKind | null, texts: readonly string[]): Labelled[] {
  return texts.map((text) => ({ kind, text }))
}

/** Answers with sensitive information. */
export const positives: readonly Labelled[] = [
  ...labelled('email', emails),
  ...labelled('phone', phones),
  ...labelled('payment_card', cards),
  ...labelled('secret', secrets),
  ...labelled('platform_cookie', cookies),
  ...labelled('ip_address', addresses),
]
