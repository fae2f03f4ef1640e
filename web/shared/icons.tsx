import type { IconNode } from 'lucide'
import { h } from 'preact'

// the one place where the package is named: what is not used is left out of the build
export {
  Accessibility,
  ArrowDown,
  ArrowLeft,
  ArrowUp,
  AtSign,
  AudioLines,
  BadgeCheck,
  Ban,
  Bell,
  BellOff,
  BellPlus,
  Bookmark,
  BookOpen,
  Bot,
  Calendar,
  Camera,
  Captions,
  ChartBarBig,
  Check,
  CheckCheck,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  CircleAlert,
  CircleHelp,
  Clock,
  CloudOff,
  Code,
  Columns3,
  Compass,
  Copy,
  Crop,
  Download,
  Ellipsis,
  ExternalLink,
  Eye,
  EyeOff,
  FileText,
  Filter,
  Flag,
  Globe,
  GripVertical,
  Hash,
  Heart,
  History,
  House,
  ImagePlus,
  Images,
  Inbox,
  Keyboard,
  Languages,
  Layers,
  Link,
  List,
  ListPlus,
  Lock,
  LogIn,
  LogOut,
  Mail,
  Maximize,
  Megaphone,
  Menu,
  MessageCircle,
  MessageSquareQuote,
  Minus,
  Moon,
  Music,
  Newspaper,
  Paperclip,
  Pause,
  Pencil,
  Pin,
  PinOff,
  Play,
  Plus,
  QrCode,
  Quote,
  RefreshCw,
  Repeat2,
  Reply,
  ReplyAll,
  RotateCcw,
  Save,
  ScanText,
  Search,
  Send,
  Settings,
  Share2,
  Shield,
  SlidersHorizontal,
  Smile,
  SmilePlus,
  Sparkles,
  Star,
  Sun,
  Trash2,
  TrendingUp,
  TriangleAlert,
  Undo2,
  User,
  UserCheck,
  UserCog,
  UserMinus,
  UserPlus,
  Users,
  Video,
  Volume2,
  VolumeX,
  X,
  ZoomIn,
} from 'lucide'

interface IconProps {
  of: IconNode
  /** px; default 20 */
  size?: number
  /** filled, as for what is on */
  solid?: boolean
  class?: string
}

/** A picture that goes with words: nothing is read out for it. */
export function Icon({ of, size = 20, solid = false, class: name = '' }: IconProps) {
  return (
    <svg
      class={`icon ${name}`}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={solid ? 'currentColor' : 'none'}
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {of.map(([tag, attributes]) => h(tag, attributes))}
    </svg>
  )
}
