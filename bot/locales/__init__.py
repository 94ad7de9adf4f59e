"""The message catalogues: `bot.pot` has every text, `<language>/LC_MESSAGES/bot.po` a language."""
